import type { VmSignerSet } from '../types.js';
import { extendBurnchain } from './burnchain.js';
import { type StateWrite, writeContractState } from './contract-state.js';
import type { Machine } from './machine.js';
import { isErr, OK_TRUE } from './serialized.js';
import {
  callFunction,
  type Deployment,
  deployContract,
  execute,
  type FunctionCall,
  mineBurnBlockAt,
  mineBurnBlocks,
  mineStacksBlock,
  mint,
  NO_COST,
  type Outcome,
} from './session.js';
import { writeSigners } from './signers.js';

/** Something that changes the VM's state, as data: run again on the same state it has the same effect. */
export type Operation =
  /** The next burn block, at a time in seconds since 1970 if one is given, with the first Stacks block of its tenure. */
  | { type: 'tenure'; time?: number | undefined }
  /** The hashes of the last burn blocks, up to the one that the next operation opens; undefined if unknown. */
  | { type: 'burn-hashes'; hashes: readonly (string | undefined)[] }
  | { type: 'block' }
  /** The next Stacks block, with the signers of a cycle written in it. */
  | { type: 'signers'; set: VmSignerSet }
  | { type: 'mint'; principal: string; amount: bigint }
  | ({ type: 'transfer' } & Transfer)
  /** An account loses micro-STX. */
  | { type: 'burn'; principal: string; amount: bigint }
  | ({ type: 'write' } & StateWrite)
  | ({ type: 'call' } & FunctionCall)
  | ({ type: 'deploy' } & Deployment);

/** `memo` is 34 bytes of hex; without one the event's is empty, as that of `stx-transfer?`. */
type Transfer = { sender: string; recipient: string; amount: bigint; memo?: string | undefined };

/** Runs an operation. @throws Panic if the VM trapped */
export function perform(machine: Machine, operation: Operation): Outcome {
  switch (operation.type) {
    case 'tenure':
      if (operation.time === undefined) mineBurnBlocks(machine, 1);
      else mineBurnBlockAt(machine, operation.time);
      return NOTHING;
    case 'burn-hashes':
      machine.burnchain = extendBurnchain(machine.burnchain, operation.hashes);
      return NOTHING;
    case 'block':
      mineStacksBlock(machine);
      return NOTHING;
    case 'signers':
      return writeSigners(machine, operation.set);
    case 'mint':
      return mint(machine, operation.principal, operation.amount);
    case 'transfer':
      return transfer(machine, operation);
    case 'burn':
      return execute(machine, operation.principal, `(stx-burn? u${operation.amount} tx-sender)`);
    case 'write':
      return writeContractState(machine, operation);
    case 'call':
      return callFunction(machine, operation);
    case 'deploy':
      return deployContract(machine, operation);
  }
}

/** Returns the operation to repeat for the same state: undefined for a call that rolled itself back. */
export function effectOf(operation: Operation, outcome: Outcome): Operation | undefined {
  const kept = outcome.ok && !isErr(outcome.result);
  if (operation.type === 'deploy') return outcome.ok ? operation : { type: 'block' };
  return kept ? operation : undefined;
}

const NOTHING: Outcome = { ok: true, result: '', events: [], cost: NO_COST };

/** What the VM does in Clarity is done directly where it is certain to succeed. */
function transfer(machine: Machine, { sender, recipient, amount, memo }: Transfer): Outcome {
  if (amount > 0n && machine.session.moveStx(sender, recipient, amount)) {
    const data = { amount: `${amount}`, memo: memo ?? '', recipient, sender };
    return { ok: true, result: OK_TRUE, events: [{ event: 'stx_transfer_event', data }], cost: NO_COST };
  }
  const snippet =
    memo === undefined
      ? `(stx-transfer? u${amount} tx-sender '${recipient})`
      : `(stx-transfer-memo? u${amount} tx-sender '${recipient} 0x${memo})`;
  return execute(machine, sender, snippet);
}

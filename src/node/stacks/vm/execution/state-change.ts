import { parsePrincipal } from '../../../../chains/stacks/codec/principal.js';
import { clarityText } from '../../../../chains/stacks/codec/value/value-text.js';
import { writeValue } from '../../../../chains/stacks/codec/value/value-writer.js';
import { printOf, type StateChange } from '../../../../chains/stacks/state-change.js';
import { invalid } from '../../../../error.js';
import type { History } from '../image/history.js';
import { MAX_MINT } from '../machine/limits.js';
import type { Operation } from '../machine/operation.js';
import { FEE_SINK } from '../machine/principals.js';
import { isErr, NONE, SOME, serializedUint } from '../machine/serialized.js';
import { execute, NO_COST, type Outcome, type SessionEvent } from '../machine/session.js';
import { readAccount } from '../reads/account.js';

/**
 * Changes the state of the open block. Balances and assets report the events of their tokens; variables, entries and nonces, for which Clarity has no
 * events, one that `changer` prints. A nonce changes nothing in the VM.
 * @param changer the account of the transaction
 */
export function changeState(history: History, changer: string, change: StateChange): Outcome {
  switch (change.type) {
    case 'stx-balance':
      return setStxBalance(history, change);
    case 'ft-balance': {
      const { contract, token, principal, amount } = change;
      return write(history, {
        contract,
        part: { kind: 'token', name: token },
        args: [serializedPrincipal(principal), serializedUint(amount)],
      });
    }
    case 'nft-owner': {
      const { contract, token, id, owner } = change;
      const part = { kind: 'asset', name: token } as const;
      return write(history, { contract, part, args: [id, optional(owner && serializedPrincipal(owner))] });
    }
    case 'data-var': {
      const { contract, name, value } = change;
      return printed(history, changer, change, write(history, { contract, part: { kind: 'variable', name }, args: [value] }));
    }
    case 'map-entry': {
      const { contract, map, key, entry } = change;
      return printed(
        history,
        changer,
        change,
        write(history, { contract, part: { kind: 'map', name: map }, args: [key, optional(entry)] }),
      );
    }
    case 'nonce':
      return printed(history, changer, change, NOTHING);
  }
}

const NOTHING: Extract<Outcome, { ok: true }> = { ok: true, result: '', events: [], cost: NO_COST };

/** Mints or burns what is missing or too much. */
function setStxBalance(history: History, { principal, amount }: Extract<StateChange, { type: 'stx-balance' }>): Outcome {
  const { balance } = history.peek((machine) => readAccount(machine, principal));
  if (amount > balance + MAX_MINT) return { ok: false, message: `at most ${balance + MAX_MINT} uSTX can be set at once` };
  if (amount > balance) return mint(history, principal, amount - balance);
  if (amount === balance) return NOTHING;
  const burned = balance - amount;
  if (!principal.includes('.')) return history.run({ type: 'burn', principal, amount: burned });
  return write(history, { contract: principal, part: { kind: 'stx' }, args: [serializedUint(burned)] });
}

/** The VM mints to accounts only: a contract gets it from one. */
function mint(history: History, principal: string, amount: bigint): Outcome {
  const isContract = principal.includes('.');
  const minted = history.run({ type: 'mint', principal: isContract ? FEE_SINK : principal, amount });
  if (!minted.ok) return minted;
  const moved = isContract ? history.run({ type: 'transfer', sender: FEE_SINK, recipient: principal, amount }) : minted;
  if (!moved.ok) return moved;
  return { ...NOTHING, events: [{ event: 'stx_mint_event', data: { recipient: principal, amount: `${amount}` } }] };
}

function write(history: History, operation: Omit<Extract<Operation, { type: 'write' }>, 'type'>): Outcome {
  const outcome = history.run({ type: 'write', ...operation });
  return outcome.ok && isErr(outcome.result) ? { ok: false, message: `the VM answered ${outcome.result}` } : outcome;
}

/** Adds the change as what the contract that the transaction calls prints. */
function printed(history: History, changer: string, change: StateChange, outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome;
  const { contract, value } = printOf(change);
  const print = history.peek((machine) => execute(machine, FEE_SINK, `(print ${clarityText(value)})`));
  if (!print.ok) return print;
  const ofContract = ({ event, data }: SessionEvent) => ({ event, data: { ...data, contract_identifier: `${changer}.${contract}` } });
  return { ...outcome, events: print.events.map(ofContract) };
}

function serializedPrincipal(text: string): string {
  const value = parsePrincipal(text);
  if (value === undefined) throw invalid('principal', 'a Stacks address or contract', text);
  return writeValue({ type: 'principal', value }).toString('hex');
}

function optional(hex: string | undefined): string {
  return hex === undefined ? NONE : `${SOME}${hex}`;
}

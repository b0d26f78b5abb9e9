import { DevnetError } from '../../../error.js';
import type { ClarityCode } from './code.js';
import type { Genesis } from './genesis.js';
import { MAX_MINT } from './limits.js';
import { bootMachine, type Machine } from './machine.js';
import { BOOT_ADDRESS, FEE_SINK } from './principals.js';
import { isErr, serializedUint } from './serialized.js';
import { callFunction, execute, mineBurnBlocks, mint, type Outcome } from './session.js';

/** Boots a VM and brings it to the first block of the new chain, which is mined after the last of the burn blocks so far. */
export async function bootGenesis(code: ClarityCode, { balances, epoch, pox, burnHeight, genesisTime }: Genesis): Promise<Machine> {
  const machine = await bootMachine(code, genesisTime * 1000);
  machine.sdk.setEpoch(epoch as Parameters<typeof machine.sdk.setEpoch>[0]);
  for (const balance of balances) fund(machine, balance);
  // PoX takes its cycle lengths once, from whoever is first; until then they are mainnet's scaled down.
  const lengths = [0, pox.prepareLength, pox.rewardLength, 0].map(serializedUint);
  const call = { contract: `${BOOT_ADDRESS}.pox-4`, fn: 'set-burnchain-parameters', args: lengths, sender: BOOT_ADDRESS };
  expectOk('set the lengths of PoX cycles', callFunction(machine, call));
  mineBurnBlocks(machine, burnHeight - machine.sdk.burnBlockHeight);
  return machine;
}

/** Minting to a contract makes the VM panic, so contracts get theirs by a transfer. */
function fund(machine: Machine, { principal, amount }: Genesis['balances'][number]): void {
  if (amount === 0n) return;
  const isContract = principal.includes('.');
  const account = isContract ? FEE_SINK : principal;
  for (let step = amount / MAX_MINT; step > 0n; step--) expectOk(`fund ${principal}`, mint(machine, account, MAX_MINT));
  expectOk(`fund ${principal}`, mint(machine, account, amount % MAX_MINT));
  if (isContract) expectOk(`fund ${principal}`, execute(machine, FEE_SINK, `(stx-transfer? u${amount} tx-sender '${principal})`));
}

function expectOk(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: ${outcome.message}`);
  if (isErr(outcome.result)) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: 0x${outcome.result}`);
}

import { DevnetError, invalid } from '../../../error.js';
import { parsePrincipal } from '../codec/principal.js';
import type { ClarityCode } from './code.js';
import { bootMachine, type Machine } from './machine.js';
import { BOOT_ADDRESS, FEE_SINK } from './principals.js';
import { callFunction, execute, MAX_MINT, mineBurnBlocks, mint, type Outcome } from './session.js';

/** Everything that the state of a new chain depends on besides the VM's code. */
export type Genesis = {
  /** In micro-STX; accounts and contracts. A principal may come more than once. */
  balances: { principal: string; amount: bigint }[];
  epoch: string;
  pox: { rewardLength: number; prepareLength: number };
  /** The burn height after boot. */
  burnHeight: number;
  /** When burn block 0 was, in seconds since 1970. */
  genesisTime: number;
};

/** Below 3.0 a Stacks block cannot be made without a burn block. */
export const EPOCHS = ['3.0', '3.1', '3.2', '3.3', '3.4', '4.0'];

/** More is minted in so many steps; more of them for one principal would take all day. */
const MAX_BALANCE = MAX_MINT * 1024n;

/** @throws DevnetError INVALID_INPUT naming the first part that is wrong */
export function validateGenesis({ balances, epoch, pox, burnHeight }: Genesis): void {
  if (!EPOCHS.includes(epoch)) throw invalid('epoch', `one of ${EPOCHS.join(', ')}`, epoch);
  for (const { principal, amount } of balances) {
    if (parsePrincipal(principal) === undefined) throw invalid('balances', 'Stacks addresses and contracts', principal);
    if (amount < 0n || amount > MAX_BALANCE) throw invalid(`balances[${principal}]`, `0 to ${MAX_BALANCE} uSTX`, amount);
  }
  if (!Number.isSafeInteger(burnHeight) || burnHeight < 1) throw invalid('burnHeight', 'a height of at least 1', burnHeight);
  const { rewardLength, prepareLength } = pox;
  if (!Number.isSafeInteger(rewardLength) || rewardLength < 2) throw invalid('pox.rewardLength', 'at least 2 blocks', rewardLength);
  if (!Number.isSafeInteger(prepareLength) || prepareLength < 1 || prepareLength >= rewardLength) {
    throw invalid('pox.prepareLength', `1 to ${rewardLength - 1} blocks`, prepareLength);
  }
}

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
  if (outcome.result.startsWith(ERR)) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: 0x${outcome.result}`);
}

/** The first byte of a serialized `(err …)`. */
const ERR = '08';

function serializedUint(value: number): string {
  return `01${value.toString(16).padStart(32, '0')}`;
}

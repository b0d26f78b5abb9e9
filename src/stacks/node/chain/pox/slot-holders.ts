import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { cycleOf, cycleStart, type PoxLengths, positionOf, preparedCycle, SLOTS_PER_BLOCK } from './pox.js';
import type { PoxAddress } from './pox-address.js';
import type { RewardSet } from './reward-set.js';

/** The addresses that a Bitcoin block pays. */
type SlotHolders = { sortition: Sortition; addresses: PoxAddress[] };

/**
 * Returns the addresses that a Bitcoin block pays, as a node chooses them (`pick_recipients` of stacks-core). Up to pox-4, each block of
 * the reward phase takes two slots of the reward set that are left, until there are none. Which two depends on the chain here too, but not
 * on the same hash. Since pox-5 all blocks of a cycle pay one address.
 */
export function slotHolders({ ledger, pox }: Pick<ChainState, 'ledger' | 'pox'>, sortition: Sortition): PoxAddress[] {
  const { height } = sortition;
  const set = ledger.chosen(cycleOf(pox, height))?.set;
  if (set?.payout !== undefined) return [set.payout];
  if (set === undefined || preparedCycle(pox, height) !== undefined) return [];
  return takenBy(set, lastOf(sortition, positionOf(pox, height))).at(-1) ?? [];
}

/** Returns the Bitcoin blocks of the chain that pay somebody, ascending, each with the addresses that `slotHolders` has for it. */
export function allSlotHolders({ ledger, pox, sortitions }: Pick<ChainState, 'ledger' | 'pox' | 'sortitions'>): SlotHolders[] {
  const found: SlotHolders[] = [];
  for (let cycle = cycleOf(pox, sortitions.first.height); cycle <= cycleOf(pox, sortitions.tip.height); cycle++) {
    const set = ledger.chosen(cycle)?.set;
    if (set === undefined) continue;
    const start = cycleStart(pox, cycle);
    const blocks = Array.from({ length: pox.rewardLength }, (_, place) => sortitions.at(start + place)).filter((one) => one !== undefined);
    found.push(...holdersOf(set, pox, blocks).filter(({ addresses }) => addresses.length > 0));
  }
  return found;
}

/** @param blocks those of one cycle */
function holdersOf(set: RewardSet, pox: PoxLengths, blocks: readonly Sortition[]): SlotHolders[] {
  const { payout } = set;
  if (payout !== undefined) return blocks.map((sortition) => ({ sortition, addresses: [payout] }));
  const phase = blocks.filter(({ height }) => preparedCycle(pox, height) === undefined);
  const taken = takenBy(set, phase);
  return phase.map((sortition, index) => ({ sortition, addresses: taken[index] ?? [] }));
}

/** What is paid to nobody is burned (`PoxAddress::standard_burn_address`). */
const BURN_ADDRESS: PoxAddress = { version: 0, hash: Buffer.alloc(20) };

/**
 * Returns the addresses that contracts see of a Bitcoin block (`append_chain_tip_snapshot`, stackslib/src/chainstate/burn/db/sortdb.rs).
 */
export function payouts(chain: Pick<ChainState, 'ledger' | 'pox'>, sortition: Sortition): PoxAddress[] {
  const holders = slotHolders(chain, sortition);
  const isPhase = preparedCycle(chain.pox, sortition.height) !== undefined;
  const hasOne = isPhase || chain.ledger.chosen(cycleOf(chain.pox, sortition.height))?.set.payout !== undefined;
  while (holders.length < (hasOne ? 1 : SLOTS_PER_BLOCK)) holders.push(BURN_ADDRESS);
  return holders;
}

/** The last `count` sortitions, oldest first. */
function lastOf(sortition: Sortition, count: number): Sortition[] {
  const sortitions: Sortition[] = [];
  for (let at: Sortition | undefined = sortition; at !== undefined && sortitions.length < count; at = at.parent) sortitions.push(at);
  return sortitions.reverse();
}

/** The slots that each of a cycle's first blocks takes. */
function takenBy({ addresses }: RewardSet, sortitions: readonly Sortition[]): PoxAddress[][] {
  const left = [...addresses];
  return sortitions.map(({ sortitionId }) => {
    const seed = Buffer.from(sortitionId, 'hex');
    return [0, 4].flatMap((offset) => (left.length === 0 ? [] : left.splice(seed.readUInt32LE(offset) % left.length, 1)));
  });
}

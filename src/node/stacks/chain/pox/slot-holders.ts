import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import type { PoxAddress } from './pox-address.js';
import type { RewardSet } from './reward-set.js';

/** The addresses that a Bitcoin block pays. */
type SlotHolders = { sortition: Sortition; addresses: PoxAddress[] };

/**
 * Returns the addresses that a Bitcoin block pays, as a node chooses them: each block of the reward phase takes two slots of the reward set that are left,
 * until there are none (`pick_recipients` of stacks-core). Which two depends on the chain here too, but not on the same hash.
 */
export function slotHolders({ ledger, pox }: Pick<ChainState, 'ledger' | 'pox'>, sortition: Sortition): PoxAddress[] {
  const { rewardLength, prepareLength } = pox;
  const place = sortition.height % rewardLength;
  const set = ledger.chosen(Math.floor(sortition.height / rewardLength))?.set;
  if (set === undefined || place === 0 || place > rewardLength - prepareLength) return [];
  return takenBy(set, lastOf(sortition, place)).at(-1) ?? [];
}

/** Returns the Bitcoin blocks of the chain that take slots, ascending, each with the addresses that `slotHolders` has for it. */
export function allSlotHolders({ ledger, pox, sortitions }: Pick<ChainState, 'ledger' | 'pox' | 'sortitions'>): SlotHolders[] {
  const { rewardLength, prepareLength } = pox;
  const found: SlotHolders[] = [];
  for (
    let start = sortitions.first.height - (sortitions.first.height % rewardLength);
    start < sortitions.tip.height;
    start += rewardLength
  ) {
    const set = ledger.chosen(start / rewardLength)?.set;
    if (set === undefined) continue;
    const phase = Array.from({ length: rewardLength - prepareLength }, (_, place) => sortitions.at(start + 1 + place)).filter(
      (sortition) => sortition !== undefined,
    );
    const taken = takenBy(set, phase);
    found.push(
      ...phase.map((sortition, index) => ({ sortition, addresses: taken[index] ?? [] })).filter(({ addresses }) => addresses.length > 0),
    );
  }
  return found;
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

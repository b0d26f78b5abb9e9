import { compareEpochs } from '../clarinet/epochs.js';
import type { ClarityEpoch, StackingOrder } from '../clarinet/types.js';

/** What an order asks for in a reward cycle: to lock or to extend for so many cycles. */
export type DueOrder = { action: 'stack' | 'extend'; cycles: number };

/** What pox-4 locks for at most. */
const LONGEST = 12;

/** Whether orders can be carried out: pox-5 of Epoch 4.0 has no Bitcoin addresses, and contracts before pox-4 have no signers. */
export function hasOrders(epoch: ClarityEpoch): boolean {
  return compareEpochs(epoch, '2.5') >= 0 && compareEpochs(epoch, '4.0') < 0;
}

/** The sentence for a network that does not carry out orders. */
export function noOrders(epoch: ClarityEpoch): string {
  const why = compareEpochs(epoch, '4.0') >= 0 ? 'pox-5 takes no Bitcoin address' : 'its PoX contract has no signers';
  return (
    `settings/Devnet.toml: pox_stacking_orders work in epochs 2.5 to 3.4, so they are skipped in epoch ${epoch}: ${why}. ` +
    'Pass --epoch 3.4 to carry them out.'
  );
}

/** Whether an order is one of those that Clarinet's template writes, so that nobody asked for it. */
export function isTemplateOrder({ startAtCycle, duration, wallet, slots, autoExtend }: StackingOrder): boolean {
  return startAtCycle === 1 && duration === 10 && slots === 2 && autoExtend && /^wallet_[123]$/.test(wallet);
}

/**
 * Returns what an order asks for now; undefined if nothing.
 * @param cycle the current reward cycle
 * @param lastLocked the last reward cycle of the account's lock; undefined if nothing is locked
 */
export function dueOrder(
  { startAtCycle, duration, autoExtend }: StackingOrder,
  cycle: number,
  lastLocked: number | undefined,
): DueOrder | undefined {
  if (cycle + 1 < startAtCycle || isOver({ startAtCycle, duration, autoExtend }, cycle)) return undefined;
  const end = autoExtend ? cycle + 1 + duration : startAtCycle + duration;
  if (lastLocked === undefined) return { action: 'stack', cycles: Math.min(LONGEST, end - cycle - 1) };
  if (lastLocked > cycle || end <= lastLocked + 1) return undefined;
  return { action: 'extend', cycles: Math.min(LONGEST, end - lastLocked - 1) };
}

/** Whether an order asks for nothing in this cycle and all later ones. */
function isOver(
  { startAtCycle, duration, autoExtend }: Pick<StackingOrder, 'startAtCycle' | 'duration' | 'autoExtend'>,
  cycle: number,
): boolean {
  return duration === 0 || (!autoExtend && cycle + 1 >= startAtCycle + duration);
}

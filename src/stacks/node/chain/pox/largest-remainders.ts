/**
 * Shares slots in proportion to amounts. The slots that are left after rounding down go to the largest remainders, one each, and of equal
 * ones to the smaller key (`pox_5_make_signer_set`, stackslib/src/chainstate/nakamoto/signer_set.rs).
 * @param amounts above 0, by key
 * @returns the keys that have a slot, with their number
 */
export function largestRemainders(amounts: ReadonlyMap<string, bigint>, slots: bigint): Map<string, bigint> {
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
  const price = (total + slots - 1n) / slots;
  const shares = [...amounts].map(([key, amount]) => ({ key, count: amount / price, rest: amount % price }));
  let left = shares.reduce((rest, { count }) => rest - count, slots);
  shares.sort((a, b) => (a.rest === b.rest ? (a.key < b.key ? -1 : 1) : a.rest > b.rest ? -1 : 1));
  for (const share of shares) {
    if (left === 0n) break;
    share.count++;
    left--;
  }
  return new Map(shares.filter(({ count }) => count > 0n).map(({ key, count }) => [key, count]));
}

import { type MempoolEntry, paysMore } from './entry.js';
import type { Pool } from './pool.js';

type Rate = Pick<MempoolEntry, 'modifiedFee' | 'vsize'>;

/**
 * Returns the entry that a full mempool evicts first, with the total of its family: the lowest fee rate, where descendants that pay
 * more count; of equals, the youngest (Core's `CompareTxMemPoolEntryByDescendantScore`).
 */
export function poorest(pool: Pool): { entry: MempoolEntry; family: Rate } {
  const scored = pool.entries().map((entry) => {
    const family = together([entry, ...pool.descendants(entry).values()]);
    return { entry, family, score: paysMore(family, entry) ? family : entry };
  });
  return scored.reduce((least, next) =>
    paysMore(next.score, least.score) || (!paysMore(least.score, next.score) && next.entry.time < least.entry.time) ? least : next,
  );
}

function together(entries: readonly MempoolEntry[]): Rate {
  return entries.reduce<Rate>((sum, { modifiedFee, vsize }) => ({ modifiedFee: sum.modifiedFee + modifiedFee, vsize: sum.vsize + vsize }), {
    modifiedFee: 0n,
    vsize: 0,
  });
}

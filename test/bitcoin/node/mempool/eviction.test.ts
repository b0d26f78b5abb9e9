import { expect, test } from 'vitest';
import type { MempoolEntry } from '#dist/bitcoin/node/mempool/entry.js';
import { poorest } from '#dist/bitcoin/node/mempool/eviction.js';
import { createPool } from '#dist/bitcoin/node/mempool/pool.js';
import { entryOf, outside } from './entries.js';

/** Returns what is evicted first, with the total of its family. */
function poorestOf(...entries: MempoolEntry[]) {
  const pool = createPool();
  entries.forEach((entry, sequence) => {
    pool.add({ ...entry, sequence });
  });
  const { entry, family } = poorest(pool);
  return { index: entries.findIndex(({ record }) => record.txid === entry.record.txid), family };
}

test('default: the lowest fee rate, not the lowest fee', () => {
  const large = entryOf({ inputs: [outside('1')], fee: 200n, vsize: 300 });
  const small = entryOf({ inputs: [outside('2')], fee: 100n, vsize: 100 });
  expect(poorestOf(small, large)).toEqual({ index: 1, family: { modifiedFee: 200n, vsize: 300 } });
  expect(poorestOf(large, small).index).toBe(0);
});

test('behavior: descendants that pay more protect their ancestor, others do not burden it', () => {
  const parent = entryOf({ inputs: [outside('1')], fee: 10n });
  const rich = entryOf({ inputs: [parent], fee: 1_000n });
  const poor = entryOf({ inputs: [parent], fee: 1n });
  const other = entryOf({ inputs: [outside('2')], fee: 400n });
  // The parent's family pays 1,010 for 200.
  expect(poorestOf(parent, rich, other).index).toBe(2);
  expect(poorestOf(parent, poor, other)).toEqual({ index: 1, family: { modifiedFee: 1n, vsize: 100 } });
});

test('behavior: the family has all generations, and counts priorities', () => {
  const parent = entryOf({ inputs: [outside('1')], fee: 10n });
  const child = entryOf({ inputs: [parent], fee: 20n });
  const grandchild = entryOf({ inputs: [child], fee: 30n, modifiedFee: 60n });
  expect(poorestOf(parent, child, grandchild)).toEqual({ index: 0, family: { modifiedFee: 90n, vsize: 300 } });
});

test('behavior: of equals the youngest, and of those of one second the last', () => {
  const [old, young, younger] = ['1', '2', '3'].map((digit, index) => entryOf({ inputs: [outside(digit)], time: 1_000 + index }));
  expect(poorestOf(old!, younger!, young!).index).toBe(1);
  expect(poorestOf(younger!, old!).index).toBe(0);
  expect(poorestOf(old!, { ...young!, time: 1_000 }).index).toBe(1);
});

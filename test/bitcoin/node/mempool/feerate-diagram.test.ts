import { describe, expect, test } from 'vitest';
import type { MempoolEntry } from '#dist/bitcoin/node/mempool/entry.js';
import { improvesDiagram, replacementChunks } from '#dist/bitcoin/node/mempool/feerate-diagram.js';
import { createPool } from '#dist/bitcoin/node/mempool/pool.js';
import { withDescendants } from '#dist/bitcoin/node/mempool/replacement.js';
import { entryOf, outside } from './entries.js';

const chunk = (fee: bigint, size: number) => ({ fee, size });

test.each([
  ['more for the same size', [chunk(100n, 100)], [chunk(101n, 100)], true],
  ['the same', [chunk(100n, 100)], [chunk(100n, 100)], false],
  ['less', [chunk(100n, 100)], [chunk(99n, 100)], false],
  ['more, but at the beginning less', [chunk(100n, 10)], [chunk(150n, 300)], false],
  ['as much from less', [chunk(100n, 100)], [chunk(100n, 50)], true],
  ['one for two', [chunk(50n, 100), chunk(100n, 100)], [chunk(220n, 200)], true],
  ['one for two that began better', [chunk(10n, 100), chunk(200n, 100)], [chunk(220n, 200)], false],
  ['something for nothing', [], [chunk(1n, 1)], true],
  ['nothing for nothing', [], [], false],
  ['nothing for something', [chunk(1n, 1)], [], false],
  ['as much, in between more', [chunk(10n, 100), chunk(10n, 100)], [chunk(15n, 100), chunk(5n, 100)], true],
  ['as much, in between less', [chunk(15n, 100), chunk(5n, 100)], [chunk(10n, 100), chunk(10n, 100)], false],
  ['the same in another order', [chunk(5n, 100), chunk(15n, 100)], [chunk(15n, 100), chunk(5n, 100)], false],
  ['more on the line between two points', [chunk(20n, 200)], [chunk(11n, 100), chunk(10n, 100)], true],
  ['as much on the line between two points', [chunk(20n, 200)], [chunk(10n, 100), chunk(10n, 100)], false],
  ['less on the line between two points', [chunk(22n, 200)], [chunk(10n, 100), chunk(20n, 100)], true],
  ['more on the second line', [chunk(20n, 100), chunk(10n, 100)], [chunk(20n, 100), chunk(6n, 50), chunk(4n, 50)], true],
  ['less on the second line', [chunk(20n, 100), chunk(6n, 50), chunk(5n, 50)], [chunk(20n, 100), chunk(11n, 100)], false],
  ['the best at the end of three', [chunk(3n, 10), chunk(2n, 10), chunk(1n, 10)], [chunk(1n, 10), chunk(3n, 10), chunk(3n, 10)], true],
  ['less than the first of three', [chunk(9n, 10), chunk(2n, 10), chunk(1n, 10)], [chunk(8n, 10), chunk(8n, 20)], false],
  ['as much as at the end, for more', [chunk(10n, 100)], [chunk(10n, 100), chunk(0n, 50)], false],
])('default: %s', (_, before, after, better) => {
  expect(improvesDiagram(before, after)).toBe(better);
});

describe('the chunks of a replacement', () => {
  const by = chunk(1_000n, 90);
  const chunksOf = (entries: MempoolEntry[], conflicts: MempoolEntry[]) => {
    const pool = createPool();
    for (const entry of entries) pool.add(entry);
    const family = new Map(conflicts.map((entry) => [entry.record.txid, entry]));
    return replacementChunks(pool, { conflicts: family, replaced: withDescendants(pool, family), by });
  };

  test('default: one transaction for another', () => {
    const old = entryOf({ inputs: [outside('1')], fee: 300n, vsize: 110 });
    expect(chunksOf([old], [old])).toEqual({ before: [chunk(300n, 110)], after: [by] });
  });

  test('behavior: a parent and a child that pays more were one chunk, and leave together', () => {
    const parent = entryOf({ inputs: [outside('1')], fee: 10n, vsize: 110 });
    const child = entryOf({ inputs: [parent], fee: 500n, vsize: 120 });
    expect(chunksOf([parent, child], [parent])).toEqual({ before: [chunk(510n, 230)], after: [by] });
    // The parent stays, alone.
    expect(chunksOf([parent, child], [child])).toEqual({ before: [chunk(510n, 230)], after: [chunk(10n, 110), by] });
  });

  test('behavior: a child that pays less, or as much, was a chunk of its own', () => {
    const parent = entryOf({ inputs: [outside('1')], fee: 500n, vsize: 100 });
    for (const fee of [10n, 500n]) {
      const child = entryOf({ inputs: [parent], fee, vsize: 100 });
      expect(chunksOf([parent, child], [child])).toEqual({ before: [chunk(500n, 100), chunk(fee, 100)], after: [chunk(500n, 100), by] });
    }
  });
});

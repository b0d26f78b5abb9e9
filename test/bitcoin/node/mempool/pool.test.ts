import { beforeEach, expect, test } from 'vitest';
import { MEMPOOL_HEIGHT } from '#dist/bitcoin/node/chain/coin.js';
import type { MempoolEntry } from '#dist/bitcoin/node/mempool/entry.js';
import { memoryOf } from '#dist/bitcoin/node/mempool/memory.js';
import { createPool, type Pool } from '#dist/bitcoin/node/mempool/pool.js';
import { outPointKey } from '#dist/bitcoin/protocol/codec/transaction.js';
import { TRUE_SCRIPT } from '../harness.js';
import { entryOf, outside } from './entries.js';

/** Two grandparents, a parent of one of them, and a child of the parent and of the other one. */
const left = entryOf({ inputs: [outside('1')], fee: 100n, vsize: 110, sequence: 1 });
const right = entryOf({ inputs: [outside('2')], fee: 200n, vsize: 120, sequence: 3 });
const parent = entryOf({ inputs: [left], fee: 300n, vsize: 130, sequence: 2 });
const child = entryOf({ inputs: [parent, right, outside('3')], fee: 400n, vsize: 140, sequence: 4 });
const ids = (entries: Iterable<MempoolEntry>): string[] => [...entries].map(({ record }) => record.txid).toSorted();
const output = ({ record }: MempoolEntry, index: number) => outPointKey({ hash: record.txidBytes, index });

let pool: Pool;
beforeEach(() => {
  pool = createPool();
  for (const entry of [left, right, parent, child]) {
    pool.add(entry);
    pool.nextSequence();
  }
});

test('default: entries are in the order of their arrival, with totals', () => {
  expect(pool.entries()).toEqual([left, parent, right, child]);
  expect([pool.count(), pool.size(), pool.fees(), pool.sequence()]).toEqual([4, 500, 1_000n, 5]);
  expect(pool.memory()).toBe([left, right, parent, child].reduce((sum, { record }) => sum + memoryOf(record), 0));
});

test('behavior: relatives of all generations, each once', () => {
  expect(ids(pool.parents(child).values())).toEqual(ids([parent, right]));
  expect(ids(pool.ancestors(child).values())).toEqual(ids([left, parent, right]));
  expect(ids(pool.children(left).values())).toEqual(ids([parent]));
  expect(ids(pool.descendants(left).values())).toEqual(ids([parent, child]));
  expect([pool.ancestors(left).size, pool.descendants(child).size]).toEqual([0, 0]);
  // One that is not in the mempool has ancestors, too.
  expect(ids(pool.ancestors(entryOf({ inputs: [child, child] })).values())).toEqual(ids([left, right, parent, child]));
});

test('behavior: outputs are coins, and know who spends them', () => {
  expect(pool.coin(output(parent, 1))).toEqual({ value: 1_001n, scriptPubKey: TRUE_SCRIPT, height: MEMPOOL_HEIGHT, coinbase: false });
  expect(pool.coin(output(parent, 2))).toBeUndefined();
  expect([pool.spender(output(parent, 0)), pool.spender(output(parent, 1))]).toEqual([child, undefined]);
});

test('behavior: a removal undoes everything, once', () => {
  const before = { ids: ids([left, right, parent]), memory: pool.memory() - memoryOf(child.record) };
  pool.remove(child);
  pool.remove(child);
  expect(ids(pool.entries())).toEqual(before.ids);
  expect([pool.count(), pool.size(), pool.fees(), pool.memory(), pool.sequence()]).toEqual([3, 360, 600n, before.memory, 6]);
  expect([pool.get(child.record.txid), pool.spender(output(parent, 0)), pool.coin(output(child, 0)), pool.coin(output(child, 1))]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(pool.descendants(left).size).toBe(1);
});

test('behavior: priorities add up, change the modified fee only, and are kept for later transactions', () => {
  const { txid } = left.record;
  pool.prioritise(txid, 50n);
  pool.prioritise(txid, 5n);
  expect([pool.delta(txid), pool.get(txid)?.modifiedFee, pool.get(txid)?.fee, pool.fees()]).toEqual([55n, 155n, 100n, 1_000n]);
  // Relatives see the new version.
  expect(pool.parents(parent).get(txid)?.modifiedFee).toBe(155n);
  pool.prioritise('later', -7n);
  expect([...pool.deltas()].toSorted()).toEqual(
    [
      [txid, 55n],
      ['later', -7n],
    ].toSorted(),
  );
  pool.prioritise(txid, -55n);
  pool.clearDelta('later');
  expect([[...pool.deltas()], pool.get(txid)?.modifiedFee, pool.delta('later')]).toEqual([[], 100n, 0n]);
});

test('behavior: a transaction that a peer has requested, and one that none has', () => {
  const { txid } = left.record;
  const isUnbroadcast = () => pool.get(txid)?.unbroadcast;
  pool.markBroadcast(txid, false);
  expect(isUnbroadcast()).toBe(true);
  pool.markBroadcast(txid);
  pool.markBroadcast(txid);
  expect(isUnbroadcast()).toBe(false);
  pool.markBroadcast(txid, false);
  expect(isUnbroadcast()).toBe(true);
  pool.markBroadcast('unknown');
  expect(pool.count()).toBe(4);
});

test('behavior: a fork and a snapshot do not see later changes, and a snapshot is restored any number of times', () => {
  const fork = pool.fork();
  pool.prioritise('later', 9n);
  const snapshot = pool.snapshot();
  for (let time = 0; time < 2; time++) {
    pool.remove(child);
    pool.remove(parent);
    pool.clearDelta('later');
    pool.setRollingFee({ rate: 5, updatedAt: 6, falling: true });
    expect([pool.count(), pool.rollingFee().rate]).toEqual([2, 5]);
    pool.restore(snapshot);
    expect([pool.count(), pool.size(), pool.fees(), pool.delta('later'), pool.rollingFee().rate]).toEqual([4, 500, 1_000n, 9n, 0]);
    expect([pool.spender(output(parent, 0)), pool.coin(output(child, 1))?.value]).toEqual([child, 1_001n]);
  }
  expect([fork.count(), fork.delta('later')]).toEqual([4, 0n]);
  fork.remove(child);
  expect([pool.count(), fork.count(), fork.spender(output(parent, 0))]).toEqual([4, 3, undefined]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BlockEntry } from '#dist/bitcoin/node/chain/block-entry.js';
import type { Coin } from '#dist/bitcoin/node/chain/coin.js';
import { blockSubsidy } from '#dist/bitcoin/node/chain/params.js';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { type CoreState, createCore, type NodeCore } from '#dist/bitcoin/node/core.js';
import type { BitcoinNodeEvent } from '#dist/bitcoin/node/types.js';
import { blockHash } from '#dist/bitcoin/protocol/codec/block.js';
import { RejectError } from '#dist/bitcoin/protocol/codec/error.js';
import { hashToHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { buildBlock } from '../blocks.js';
import { hex, TRUE_SCRIPT } from '../harness.js';
import { coinbaseTxid, makeTx, txidOf } from '../transactions.js';

const OTHER_SCRIPT = hex(`76a914${'00'.repeat(20)}88ac`);

function coreAt(height: number): NodeCore {
  const core = createCore({});
  while (core.chain.tip().height < height) core.miner.mine(TRUE_SCRIPT);
  return core;
}

function blockAt(core: NodeCore, height: number): BlockEntry {
  const entry = core.chain.at(height);
  if (entry === undefined) throw new RangeError(`no block ${height}`);
  return entry;
}

/** The coins as comparable data. */
function coinsOf(core: NodeCore): Map<string, Coin> {
  return new Map([...core.chain.coins()].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The coins of the active chain, made anew block by block. */
function replay(core: NodeCore): NodeCore {
  const fresh = createCore({});
  for (let height = 1; height <= core.chain.tip().height; height++) fresh.miner.submit(blockAt(core, height).block);
  return fresh;
}

type Step =
  | { do: 'mine'; other: boolean }
  | { do: 'branch'; depth: number; blocks: number; spend: number }
  | { do: 'submit'; coin: number; fee: number; outputs: number }
  | { do: 'invalidate'; depth: number }
  | { do: 'reconsider' }
  | { do: 'prefer'; which: number }
  | { do: 'prioritise'; which: number; delta: number }
  | { do: 'snapshot' }
  | { do: 'restore'; which: number };

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('mine' as const), other: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('branch' as const),
        depth: fc.nat(6),
        blocks: fc.integer({ min: 1, max: 8 }),
        spend: fc.nat(30),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('submit' as const),
        coin: fc.nat(40),
        fee: fc.integer({ min: 200, max: 100_000 }),
        outputs: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('invalidate' as const), depth: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'reconsider' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('prefer' as const), which: fc.nat(9) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('prioritise' as const), which: fc.nat(9), delta: fc.integer({ min: 1, max: 10_000 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'snapshot' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(3) }) },
  ),
  { minLength: 5, maxLength: 30 },
);

type Seen = { state: CoreState; tip: string; coins: Map<string, Coin>; mempool: string[] };

const base = coreAt(112);
const start = base.snapshot();

/** A spend of the `index`th coin that the mempool and the chain offer. */
function spendOf(core: NodeCore, index: number, fee: number, outputs: number): Transaction | undefined {
  const mature = Array.from({ length: 12 }, (_, at) => coinbaseTxid(blockAt(core, at + 1)));
  const txids = [...mature, ...core.mempool.pool.entries().map(({ record }) => record.txid)];
  const txid = txids[index % txids.length];
  if (txid === undefined) return undefined;
  const made = core.mempool.pool.get(txid)?.record.tx ?? core.chain.transaction(txid)?.entry.records[0]?.tx;
  const value = made?.outputs[0]?.value ?? 0n;
  const share = (value - BigInt(fee)) / BigInt(outputs);
  if (share < 1_000n) return undefined;
  return makeTx({ inputs: [{ txid }], outputs: Array.from({ length: outputs }, () => ({ value: share })) });
}

function run(core: NodeCore, step: Step, seen: Seen[]): void {
  const tip = core.chain.tip();
  const below = (depth: number) => blockAt(core, Math.min(tip.height, Math.max(106, tip.height - depth)));
  switch (step.do) {
    case 'mine':
      core.miner.mine(step.other ? OTHER_SCRIPT : TRUE_SCRIPT);
      break;
    case 'branch': {
      let parent = below(step.depth);
      const spend = spendOf(core, step.spend, 500, 1);
      for (let n = 0; n < step.blocks; n++) {
        const script = Uint8Array.of(...TRUE_SCRIPT.slice(0, 33), seen.length + n + step.spend);
        const block = buildBlock({ core, parent, scriptPubKey: script, transactions: n === 0 && spend !== undefined ? [spend] : [] });
        core.miner.submit(block);
        const next = core.chain.block(hashToHex(blockHash(block.header)));
        if (next === undefined) break;
        parent = next;
      }
      break;
    }
    case 'submit': {
      const tx = spendOf(core, step.coin, step.fee, step.outputs);
      if (tx !== undefined) core.mempool.submit(recordTx(tx));
      break;
    }
    case 'invalidate':
      core.invalidate(below(step.depth));
      break;
    case 'reconsider':
      for (const leaf of [...core.chain.leaves()]) core.reconsider(leaf);
      break;
    case 'prefer': {
      const leaves = [...core.chain.leaves()];
      const leaf = leaves[step.which % leaves.length];
      if (leaf !== undefined) core.prefer(leaf);
      break;
    }
    case 'prioritise': {
      const entries = core.mempool.pool.entries();
      const entry = entries[step.which % Math.max(1, entries.length)];
      if (entry !== undefined) core.mempool.pool.prioritise(entry.record.txid, BigInt(step.delta));
      break;
    }
    case 'snapshot':
      seen.push(look(core));
      break;
    case 'restore': {
      const wanted = seen[step.which % Math.max(1, seen.length)];
      if (wanted !== undefined) core.restore(wanted.state);
      break;
    }
  }
}

function look(core: NodeCore): Seen {
  return {
    state: core.snapshot(),
    tip: core.chain.tip().hash,
    coins: coinsOf(core),
    mempool: core.mempool.pool.entries().map(({ record }) => record.txid),
  };
}

function runSafely(core: NodeCore, step: Step, seen: Seen[]): void {
  try {
    run(core, step, seen);
  } catch (error) {
    // Random steps break rules: a spend of what is spent, a block on an invalid one. Nothing may change then.
    if (!(error instanceof RejectError)) throw error;
  }
}

describe('behavior: random blocks, reorganisations, invalidations, snapshots', () => {
  test('end in the coins of the winning chain replayed, without a sat too many', () => {
    fc.assert(
      fc.property(steps, (list) => {
        base.restore(start);
        const seen: Seen[] = [];
        for (const step of list) runSafely(base, step, seen);
        expect(coinsOf(base)).toEqual(coinsOf(replay(base)));
        let issued = 0n;
        for (let height = 1; height <= base.chain.tip().height; height++) issued += blockSubsidy(height);
        let held = 0n;
        for (const [, { value }] of base.chain.coins()) held += value;
        expect(held).toBeLessThanOrEqual(issued);
      }),
      { numRuns: 25 },
    );
  });

  test('leave a mempool that fits in a block', () => {
    fc.assert(
      fc.property(steps, (list) => {
        base.restore(start);
        for (const step of list) runSafely(base, step, []);
        const { pool } = base.mempool;
        const records = pool.entries().map(({ record }) => record);
        const fees = pool.entries().reduce((sum, { fee }) => sum + fee, 0n);
        expect(pool.fees()).toBe(fees);
        base.miner.mine(TRUE_SCRIPT);
        expect(
          new Set(
            base.chain
              .tip()
              .records.slice(1)
              .map(({ txid }) => txid),
          ),
        ).toEqual(new Set(records.map(({ txid }) => txid)));
        expect(pool.count()).toBe(0);
        expect([pool.size(), pool.fees()]).toEqual([0, 0n]);
      }),
      { numRuns: 25 },
    );
  });

  test('restore every snapshot exactly, in any order and more than once', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(9), { maxLength: 6 }), (list, order) => {
        base.restore(start);
        const seen: Seen[] = [look(base)];
        for (const step of list) {
          runSafely(base, step, seen);
          if (seen.length < 6) seen.push(look(base));
        }
        for (const index of order) {
          const wanted = seen[index % seen.length] as Seen;
          base.restore(wanted.state);
          expect(look(base)).toEqual({ ...wanted, state: expect.anything() });
          base.miner.mine(OTHER_SCRIPT);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('emit events from which a listener can rebuild the chain and the mempool', () => {
    fc.assert(
      fc.property(steps, (list) => {
        base.restore(start);
        const hashes = Array.from({ length: base.chain.tip().height + 1 }, (_, height) => blockAt(base, height).hash);
        const pool = new Set<string>();
        const unsubscribe = base.emitter.subscribe((event: BitcoinNodeEvent) => {
          if (event.type === 'reorg') hashes.length = event.forkHeight + 1;
          if (event.type === 'block') {
            expect([event.header.height, event.header.previousHash]).toEqual([hashes.length, hashes.at(-1)]);
            hashes.push(event.header.hash);
          }
          if (event.type === 'mempool-added') pool.add(event.txid);
          if (event.type === 'mempool-removed') expect(pool.delete(event.txid)).toBe(true);
        });
        try {
          for (const step of list) if (step.do !== 'restore') runSafely(base, step, []);
        } finally {
          unsubscribe();
        }
        expect(hashes.at(-1)).toBe(base.chain.tip().hash);
        expect(pool).toEqual(new Set(base.mempool.pool.entries().map(({ record }) => record.txid)));
      }),
      { numRuns: 25 },
    );
  });
});

test('behavior: the longer branch wins, of equals the first seen', () => {
  base.restore(start);
  const fork = base.chain.tip();
  const first = base.miner.mine(TRUE_SCRIPT);
  const rival = base.miner.submit(buildBlock({ core: base, parent: fork, scriptPubKey: OTHER_SCRIPT }));
  expect(base.chain.tip()).toBe(first);
  const longer = base.miner.submit(buildBlock({ core: base, parent: rival, scriptPubKey: OTHER_SCRIPT }));
  expect(base.chain.tip()).toBe(longer);
});

test('behavior: a preferred block wins over its equals, and the one preferred last over that', () => {
  base.restore(start);
  const fork = base.chain.tip();
  const first = base.miner.mine(TRUE_SCRIPT);
  const rival = base.miner.submit(buildBlock({ core: base, parent: fork, scriptPubKey: OTHER_SCRIPT }));
  if (first === undefined) throw new RangeError('nothing mined');
  base.prefer(rival);
  expect(base.chain.tip()).toBe(rival);
  base.prefer(first);
  expect(base.chain.tip()).toBe(first);
  base.prefer(fork);
  expect(base.chain.tip()).toBe(first);
});

test('behavior: invalidated blocks come back by reconsideration', () => {
  base.restore(start);
  const before = base.chain.tip();
  const low = blockAt(base, 105);
  base.invalidate(low);
  expect(base.chain.tip().height).toBe(104);
  expect(base.chain.isInvalid(before)).toBe(true);
  base.miner.mine(OTHER_SCRIPT);
  expect(base.chain.tip().height).toBe(105);
  base.reconsider(before);
  expect(base.chain.tip()).toBe(before);
});

test('behavior: mining after an invalidation gives another block, though nothing else is different', () => {
  base.restore(start);
  const mined = base.miner.mine(TRUE_SCRIPT);
  if (mined === undefined) throw new RangeError('nothing mined');
  base.invalidate(mined);
  const again = base.miner.mine(TRUE_SCRIPT);
  expect(again?.height).toBe(mined.height);
  expect(again?.hash).not.toBe(mined.hash);
});

test('behavior: a branch that turns out invalid is left for the next best', () => {
  base.restore(start);
  const fork = base.chain.tip();
  const good = base.miner.mine(TRUE_SCRIPT);
  const bad = base.miner.submit(buildBlock({ core: base, parent: fork, scriptPubKey: OTHER_SCRIPT, fees: 1n }));
  expect(base.chain.tip()).toBe(good);
  // Only now the rival branch is longer, and its first block is checked against the coins.
  expect(() => base.miner.submit(buildBlock({ core: base, parent: bad }))).not.toThrow();
  expect(base.chain.tip()).toBe(good);
  expect(base.chain.isInvalid(bad)).toBe(true);
});

test('behavior: what a reorganisation takes out of the chain waits for the next block', () => {
  base.restore(start);
  const tx = makeTx({ inputs: [{ txid: coinbaseTxid(blockAt(base, 1)) }], outputs: [{ value: 10_000n }] });
  base.mempool.submit(recordTx(tx));
  const block = base.miner.mine(TRUE_SCRIPT);
  if (block === undefined) throw new RangeError('nothing mined');
  const child = makeTx({ inputs: [{ txid: txidOf(tx) }], outputs: [{ value: 9_000n }] });
  base.mempool.submit(recordTx(child));
  base.invalidate(block);
  const { pool } = base.mempool;
  expect(new Set(pool.entries().map(({ record }) => record.txid))).toEqual(new Set([txidOf(tx), txidOf(child)]));
  expect([...pool.parents(pool.get(txidOf(child))!).keys()]).toEqual([txidOf(tx)]);
});

test('behavior: a chain of version 3 that a block had returns whole, though the mempool would not take it', () => {
  base.restore(start);
  const chained = (txid: string, value: bigint) => makeTx({ version: 3, inputs: [{ txid }], outputs: [{ value }] });
  const one = chained(coinbaseTxid(blockAt(base, 1)), 30_000n);
  const two = chained(txidOf(one), 20_000n);
  const three = chained(txidOf(two), 10_000n);
  base.mempool.submit(recordTx(one));
  base.mempool.submit(recordTx(two));
  expect(() => base.mempool.submit(recordTx(three))).toThrow('TRUC-violation');
  const fees = 50n * 100_000_000n - 10_000n;
  const block = base.miner.submit(buildBlock({ core: base, transactions: [one, two, three], fees }));
  expect(base.chain.tip()).toBe(block);
  base.invalidate(block);
  const { pool } = base.mempool;
  expect(new Set(pool.entries().map(({ record }) => record.txid))).toEqual(new Set([one, two, three].map(txidOf)));
});

test('option: no branch begins below the lowest fork point, whether its headers or blocks come', () => {
  const core = coreAt(5);
  const other = createCore({});
  for (const height of [1, 2]) other.miner.submit(blockAt(core, height).block);
  other.miner.mine(OTHER_SCRIPT);
  const { block } = other.chain.tip();
  core.chain.setLowestFork(3);
  const refused = `prev-blk-not-found, a fork has no branch below its block 3 (${blockAt(core, 3).hash})`;
  expect(() => core.miner.submit(block)).toThrow(refused);
  expect(() => core.chain.acceptHeader(block.header)).toThrow(refused);
  core.chain.setLowestFork(2);
  const entry = core.miner.submit(block);
  expect([core.chain.isActive(entry), entry.height, core.chain.tip().height]).toEqual([false, 3, 5]);
});

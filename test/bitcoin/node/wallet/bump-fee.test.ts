import { expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import type { NodeCore } from '#dist/bitcoin/node/core.js';
import type { MempoolEntry } from '#dist/bitcoin/node/mempool/entry.js';
import { createPool, type Pool } from '#dist/bitcoin/node/mempool/pool.js';
import { createBumpFee } from '#dist/bitcoin/node/wallet/bump-fee.js';

const OUTPUTS = 100;
const VSIZE = 1000;

/** A transaction with many outputs that spends the first output of another one. */
function entryAfter(parent: MempoolEntry | undefined, fee: bigint): MempoolEntry {
  const previous = { hash: parent?.record.txidBytes ?? new Uint8Array(32).fill(7), index: 0 };
  const outputs = Array.from({ length: OUTPUTS }, () => ({ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }));
  const inputs = [{ previous, scriptSig: new Uint8Array(), sequence: 0xffffffff, witness: [] }];
  const record = recordTx({ version: 2, inputs, outputs, lockTime: 0 });
  return { record, fee, modifiedFee: fee, vsize: VSIZE, sigOpCost: 0, time: 0, height: 1, sequence: 0, unbroadcast: false };
}

/** A chain of transactions, of which each pays another fee; and how often their relatives were looked up. */
function chainOf(fees: bigint[]): { core: NodeCore; entries: MempoolEntry[]; lookUps: () => number } {
  const pool = createPool();
  const entries: MempoolEntry[] = [];
  for (const fee of fees) entries.push(entryAfter(entries.at(-1), fee));
  for (const entry of entries) pool.add(entry);
  let count = 0;
  const counted: Pool = {
    ...pool,
    children: (entry) => {
      count++;
      return pool.children(entry);
    },
  };
  return { core: { mempool: { pool: counted } } as NodeCore, entries, lookUps: () => count };
}

/** The coins of the transactions that no other one spends. */
function coinsOf(entries: MempoolEntry[]) {
  return entries.flatMap(({ record: { txidBytes: hash } }) =>
    Array.from({ length: OUTPUTS - 1 }, (_, index) => ({ hash, index: index + 1 })),
  );
}

test('a coin costs what its ancestors pay less than the fee rate', () => {
  // At 5 sat/vB a miner takes none of the first two; the last one pays for itself only.
  const { core, entries } = chainOf([1000n, 2000n, 5000n]);
  const bumpFee = createBumpFee(core, 5000n);
  const [first, second, third] = entries.map(({ record }) => ({ hash: record.txidBytes, index: 1 }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('three entries');
  expect([first, second, third].map((coin) => bumpFee([coin]))).toEqual([4000n, 7000n, 7000n]);
  expect(bumpFee([first, second])).toBe(7000n);
  expect(bumpFee([])).toBe(0n);
});

test('a child that pays enough for its ancestors makes them free', () => {
  const { core, entries } = chainOf([1000n, 9000n]);
  const coins = entries.map(({ record }) => ({ hash: record.txidBytes, index: 1 }));
  expect(coins.map((coin) => createBumpFee(core, 5000n)([coin]))).toEqual([0n, 0n]);
});

test('a spender that a payment replaces does not pay for the ancestors', () => {
  const { core, entries } = chainOf([1000n, 9000n]);
  const bumpFee = createBumpFee(core, 5000n);
  const spent = entries.slice(0, 1).map(({ record }) => ({ hash: record.txidBytes, index: 0 }));
  expect(bumpFee(spent)).toBe(4000n);
  const beside = entries.slice(0, 1).map(({ record }) => ({ hash: record.txidBytes, index: 1 }));
  expect(bumpFee(beside)).toBe(0n);
});

test('many coins of a few transactions look at each transaction once', () => {
  const { core, entries, lookUps } = chainOf(Array.from({ length: 12 }, (_, index) => BigInt(1000 + 100 * index)));
  const coins = coinsOf(entries);
  const bumpFee = createBumpFee(core, 5000n);
  const fees = coins.map((coin) => bumpFee([coin]));
  expect(lookUps()).toBe(entries.length);
  const alone = entries.map(({ record }) => createBumpFee(core, 5000n)([{ hash: record.txidBytes, index: 1 }]));
  expect(fees).toEqual(alone.flatMap((fee) => Array.from({ length: OUTPUTS - 1 }, () => fee)));
});

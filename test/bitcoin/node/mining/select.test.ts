import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import { selectTransactions } from '#dist/bitcoin/node/mining/select.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { TRUE_SCRIPT } from '../harness.js';
import { COIN, coinbaseTxid, makeTx, txidOf } from '../transactions.js';

const HALF = 50n * COIN;
const core = createCore({});
while (core.chain.tip().height < 120) core.miner.mine(TRUE_SCRIPT);
const start = core.snapshot();
const { pool, policy } = core.mempool;

function coinAt(height: number): string {
  const entry = core.chain.at(height);
  if (entry === undefined) throw new RangeError(`no block ${height}`);
  return coinbaseTxid(entry);
}

function submit(txid: string, index: number, outputs: bigint[]): Transaction {
  const tx = makeTx({ inputs: [{ txid, index }], outputs: outputs.map((value) => ({ value })) });
  core.mempool.submit(recordTx(tx));
  return tx;
}

function chosen(): string[] {
  return selectTransactions(pool, policy).map(({ record }) => record.txid);
}

test('default: what pays more comes first, of equals what came first', () => {
  core.restore(start);
  const [low, high, same] = [1_000n, 3_000n, 1_000n].map((fee, at) => submit(coinAt(at + 1), 0, [HALF - fee])) as [
    Transaction,
    Transaction,
    Transaction,
  ];
  expect(chosen()).toEqual([high, low, same].map(txidOf));
});

test('behavior: a child that pays enough for both takes its parent along', () => {
  core.restore(start);
  const middle = submit(coinAt(1), 0, [HALF - 2_000n]);
  const parent = submit(coinAt(2), 0, [HALF - 10n]);
  const child = submit(txidOf(parent), 0, [HALF - 10_010n]);
  expect(chosen()).toEqual([parent, child, middle].map(txidOf));
});

test('behavior: a rich parent does not lift its poor child', () => {
  core.restore(start);
  const parent = submit(coinAt(1), 0, [HALF - 50_000n]);
  const child = submit(txidOf(parent), 0, [HALF - 50_010n]);
  const middle = submit(coinAt(2), 0, [HALF - 2_000n]);
  expect(chosen()).toEqual([parent, middle, child].map(txidOf));
});

test('behavior: what does not fit waits, smaller ones still go in', () => {
  core.restore(start);
  const data = Uint8Array.of(0x6a, 0x4e, 0x20, 0x83, 0x01, 0x00, ...new Uint8Array(99_104));
  const large = Array.from({ length: 11 }, (_, at) => {
    const fee = 100_000n + BigInt(at);
    const tx = makeTx({ inputs: [{ txid: coinAt(at + 1) }], outputs: [{ value: HALF - fee }, { value: 0n, scriptPubKey: data }] });
    core.mempool.submit(recordTx(tx));
    return tx;
  });
  const small = submit(coinAt(12), 0, [HALF - 10n]);
  const taken = chosen();
  // Ten times 398,000 weight units and the reserve fill a block of 4,000,000.
  expect(taken).toHaveLength(11);
  expect(taken.at(-1)).toBe(txidOf(small));
  expect(taken).not.toContain(txidOf(large[0] as Transaction));
  core.miner.mine(TRUE_SCRIPT);
  expect(pool.entries().map(({ record }) => record.txid)).toEqual([txidOf(large[0] as Transaction)]);
});

test('behavior: parents always come before their children', () => {
  const plan = fc.array(
    fc.record({ from: fc.nat(30), fee: fc.integer({ min: 100, max: 50_000 }), outputs: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 25,
    },
  );
  fc.assert(
    fc.property(plan, (list) => {
      core.restore(start);
      const free: { txid: string; index: number; value: bigint }[] = Array.from({ length: 15 }, (_, at) => ({
        txid: coinAt(at + 1),
        index: 0,
        value: HALF,
      }));
      for (const { from, fee, outputs } of list) {
        const [coin] = free.splice(from % free.length, 1);
        if (coin === undefined) continue;
        const share = (coin.value - BigInt(fee)) / BigInt(outputs);
        const tx = submit(
          coin.txid,
          coin.index,
          Array.from({ length: outputs }, () => share),
        );
        for (let index = 0; index < outputs; index++) free.push({ txid: txidOf(tx), index, value: share });
      }
      const before = new Set<string>();
      for (const entry of selectTransactions(pool, policy)) {
        for (const parent of pool.parents(entry).keys()) expect(before).toContain(parent);
        before.add(entry.record.txid);
      }
      expect(before.size).toBe(pool.count());
    }),
    { numRuns: 50 },
  );
});

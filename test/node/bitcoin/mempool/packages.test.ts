import { beforeEach, expect, test } from 'vitest';
import { recordTx, type TxRecord } from '#dist/node/bitcoin/chain/tx-record.js';
import { createCore } from '#dist/node/bitcoin/core.js';
import { hex, TRUE_SCRIPT } from '../harness.js';
import { COIN, coinbaseTxid, makeTx, type SpendOptions } from '../transactions.js';

const core = createCore({});
while (core.chain.tip().height < 110) core.miner.mine(TRUE_SCRIPT);
const start = core.snapshot();
const coinbases = Array.from({ length: 8 }, (_, index) => coinbaseTxid(core.chain.at(index + 1)!));
const ANCHOR = { value: 0n, scriptPubKey: hex('51024e73') };

beforeEach(() => core.restore(start));

function record(plan: SpendOptions): TxRecord {
  return recordTx(makeTx({ version: 3, ...plan }));
}

/** A parent that spends a whole coinbase and pays `fee`, and its child. */
function family(coinbase: number, { fee = 0n, childFee = 5_000n, version = 3 } = {}): [parent: TxRecord, child: TxRecord] {
  const parent = record({ inputs: [{ txid: coinbases[coinbase] as string }], outputs: [{ value: 50n * COIN - fee }], version });
  const child = record({ inputs: [{ txid: parent.txid }], outputs: [{ value: 50n * COIN - fee - childFee }], version });
  return [parent, child];
}

/** The result of each transaction: `added`, or the reject reason. */
function submit(...records: TxRecord[]): { error: string | undefined; each: string[]; replaced: number } {
  const { error, outcomes, replaced } = core.mempool.submitPackage(records);
  const each = records.map(({ wtxid }) => {
    const outcome = outcomes.get(wtxid);
    return outcome?.type === 'refused' ? outcome.error.reason : (outcome?.type ?? 'not looked at');
  });
  return { error: error?.reason, each, replaced: replaced.length };
}

test('behavior: a child pays for a TRUC parent without fee, and both are mined', () => {
  const [parent, child] = family(0);
  expect(() => core.mempool.submit(parent)).toThrow('min relay fee not met');
  expect(submit(parent, child)).toEqual({ error: undefined, each: ['added', 'added'], replaced: 0 });
  expect(submit(parent, child).each).toEqual(['known', 'known']);
  core.miner.mine(TRUE_SCRIPT);
  expect(core.chain.tip().records.map(({ txid }) => txid)).toEqual([expect.any(String), parent.txid, child.txid]);
});

test('error: a parent without fee that is not TRUC is refused, whatever its child pays', () => {
  expect(submit(...family(0, { version: 2 }))).toMatchObject({
    error: 'transaction failed',
    each: ['min relay fee not met', 'bad-txns-inputs-missingorspent'],
  });
  expect(core.mempool.pool.count()).toBe(0);
});

test('error: a package that pays too little together is refused as a whole', () => {
  expect(submit(...family(0, { childFee: 5n }))).toMatchObject({
    error: 'transaction failed',
    each: [expect.any(String), 'min relay fee not met'],
  });
  expect(core.mempool.pool.count()).toBe(0);
});

test('error: of three generations of TRUC the last is refused', () => {
  const [parent, child] = family(0, { fee: 1_000n });
  expect(submit(parent, child).each).toEqual(['added', 'added']);
  const grandchild = record({ inputs: [{ txid: child.txid }], outputs: [{ value: 49n * COIN }] });
  expect(submit(child, grandchild)).toMatchObject({ error: 'transaction failed', each: ['known', 'TRUC-violation'] });
});

test('behavior: a package replaces a package when it pays more at a better rate', () => {
  expect(submit(...family(0)).each).toEqual(['added', 'added']);
  const little = family(0, { fee: 1n, childFee: 5_010n });
  expect(submit(...little).error).toBe('package RBF failed: insufficient anti-DoS fees');
  expect(submit(...family(0, { fee: 2n, childFee: 9_000n }))).toEqual({ error: undefined, each: ['added', 'added'], replaced: 2 });
  expect(core.mempool.pool.count()).toBe(2);
});

test('error: a package with a parent of a higher fee rate than both together does not replace', () => {
  expect(submit(...family(0, { childFee: 50_000n })).each).toEqual(['added', 'added']);
  // The parent alone is refused for what it pays less than what it replaces.
  const [parent, child] = family(0, { fee: 49_000n, childFee: 10_000n });
  expect(submit(parent, child).error).toBe('package RBF failed: package feerate is less than or equal to parent feerate');
});

test('behavior: dust is taken when the child spends it, and only then', () => {
  const parent = record({ inputs: [{ txid: coinbases[0] as string }], outputs: [{ value: 50n * COIN }, ANCHOR] });
  const leaves = record({ inputs: [{ txid: parent.txid }], outputs: [{ value: 49n * COIN }] });
  expect(submit(parent, leaves)).toMatchObject({ error: 'unspent-dust', each: ['min relay fee not met', 'missing-ephemeral-spends'] });
  const spends = record({
    inputs: [{ txid: parent.txid }, { txid: parent.txid, index: 1, witness: [] }],
    outputs: [{ value: 49n * COIN }],
  });
  expect(submit(parent, spends).each).toEqual(['added', 'added']);
  const pays = record({ inputs: [{ txid: coinbases[1] as string }], outputs: [{ value: 49n * COIN }, ANCHOR] });
  expect(submit(pays).each).toEqual(['dust']);
});

test('error: packages of another shape', () => {
  const [parent, child] = family(0);
  const [stranger] = family(1);
  const rival = record({ inputs: [{ txid: coinbases[0] as string }, { txid: parent.txid }], outputs: [{ value: COIN }] });
  expect(submit(child, parent).error).toBe('package-not-sorted');
  expect(submit(parent, parent).error).toBe('package-contains-duplicates');
  expect(submit(parent, rival).error).toBe('conflict-in-package');
  expect(submit(parent, stranger).error).toBe('package-not-child-with-parents');
  expect(submit(...Array(26).fill(parent)).error).toBe('package-too-many-transactions');
});

test('behavior: a priority brings a transaction into the mempool and first into a block, and goes with it', () => {
  const { pool } = core.mempool;
  const [poor] = family(0, { fee: 1n, version: 2 });
  const [rich] = family(1, { fee: 10_000n, version: 2 });
  pool.prioritise(poor.txid, 50_000n);
  core.mempool.submit(rich);
  core.mempool.submit(poor);
  expect(pool.get(poor.txid)).toMatchObject({ fee: 1n, modifiedFee: 50_001n });
  core.miner.mine(TRUE_SCRIPT);
  expect(
    core.chain
      .tip()
      .records.slice(1)
      .map(({ txid }) => txid),
  ).toEqual([poor.txid, rich.txid]);
  expect([...pool.deltas()]).toEqual([]);
});

test('behavior: a priority below what a block takes keeps a transaction out of it', () => {
  const [tx] = family(0, { fee: 1_000n, version: 2 });
  core.mempool.submit(tx);
  core.mempool.pool.prioritise(tx.txid, -1_000n);
  core.miner.mine(TRUE_SCRIPT);
  expect(core.chain.tip().records).toHaveLength(1);
  core.mempool.pool.prioritise(tx.txid, 1_000n);
  core.miner.mine(TRUE_SCRIPT);
  expect(core.chain.tip().records).toHaveLength(2);
});

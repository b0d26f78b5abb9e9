import { beforeEach, describe, expect, test } from 'vitest';
import { recordTx, type TxRecord } from '#dist/bitcoin/node/chain/tx-record.js';
import { createCore } from '#dist/bitcoin/node/core.js';
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

/** A transaction of version 2 with `outputs` equal outputs that together pay `fee` less than the inputs. */
function plain(inputs: SpendOptions['inputs'], value: bigint, { fee = 1_000n, outputs = 1 } = {}): TxRecord {
  const share = (value - fee) / BigInt(outputs);
  return record({ version: 2, inputs, outputs: Array.from({ length: outputs }, () => ({ value: share })) });
}

describe('error: a package that replaces other than pairs', () => {
  /** Three transactions in a row, the second and third with coinbases of their own, too. */
  const chain = () => {
    const first = plain([{ txid: coinbases[0] as string }], 50n * COIN);
    const second = plain([{ txid: first.txid }, { txid: coinbases[1] as string }], 100n * COIN - 1_000n);
    const third = plain([{ txid: second.txid }, { txid: coinbases[2] as string }], 150n * COIN - 2_000n);
    for (const tx of [first, second, third]) core.mempool.submit(tx);
    return [first, second, third] as const;
  };
  const reason = (conflict: number) => submit(...family(conflict, { childFee: 50_000n })).error;

  test('a chain: the counts of relatives come before the kind', () => {
    const [first, second, third] = chain();
    const faults = [
      { tx: first, fault: 'has 2 descendants, max 1 allowed' },
      { tx: second, fault: 'has both ancestor and descendant, exceeding cluster limit of 2' },
      { tx: third, fault: 'has 2 ancestors, max 1 allowed' },
    ];
    for (const conflict of [0, 1, 2]) {
      // All evicted are checked, in the order of their txids.
      const [{ tx, fault } = faults[0]!] = faults.slice(conflict).sort((a, b) => Buffer.compare(a.tx.txidBytes, b.tx.txidBytes));
      expect(reason(conflict)).toBe(`package RBF failed: ${tx.txid} ${fault}`);
    }
    expect(core.mempool.pool.count()).toBe(3);
  });

  test('a parent with two children, a child with two parents', () => {
    const parent = plain([{ txid: coinbases[0] as string }], 50n * COIN, { outputs: 2 });
    const children = [0, 1].map((index) =>
      plain([{ txid: parent.txid, index }, { txid: coinbases[index + 1] as string }], 75n * COIN - 500n),
    );
    for (const tx of [parent, ...children]) core.mempool.submit(tx);
    expect(reason(1)).toBe(`package RBF failed: ${children[0]?.txid} is not the only child of parent ${parent.txid}`);

    core.restore(start);
    const parents = [0, 1].map((index) => plain([{ txid: coinbases[index] as string }], 50n * COIN));
    const child = plain(
      parents.map(({ txid }) => ({ txid })),
      100n * COIN - 2_000n,
    );
    for (const tx of [...parents, child]) core.mempool.submit(tx);
    const faults = [
      `package RBF failed: ${parents[0]?.txid} is not the only parent of child ${child.txid}`,
      `package RBF failed: ${child.txid} has 2 ancestors, max 1 allowed`,
    ];
    const first = Buffer.compare(parents[0]!.txidBytes, child.txidBytes) < 0;
    expect(reason(0)).toBe(faults[first ? 0 : 1]);
  });

  test('the fees count before the relatives', () => {
    const [, , third] = chain();
    expect(submit(...family(2, { childFee: 100n })).error).toBe('package RBF failed: insufficient anti-DoS fees');
    expect(core.mempool.pool.get(third.txid)).toBeDefined();
  });
});

test('behavior: a TRUC transaction replaces its sibling, alone and not in a package', () => {
  const parent = record({ inputs: [{ txid: coinbases[0] as string }], outputs: [{ value: 25n * COIN - 1_000n }, { value: 25n * COIN }] });
  const child = (index: number, fee: bigint) => record({ inputs: [{ txid: parent.txid, index }], outputs: [{ value: 24n * COIN - fee }] });
  const [older, younger] = [child(0, 0n), child(1, 500_000_000n)];
  core.mempool.submit(parent);
  core.mempool.submit(older);
  expect(submit(younger)).toEqual({ error: undefined, each: ['added'], replaced: 1 });
  expect(core.mempool.pool.get(older.txid)).toBeUndefined();
});

test('behavior: dust returns from a disconnected block with the child that spends it, and is mined again', () => {
  const parent = record({ inputs: [{ txid: coinbases[0] as string }], outputs: [{ value: 50n * COIN }, ANCHOR] });
  const child = record({
    inputs: [{ txid: parent.txid }, { txid: parent.txid, index: 1, witness: [] }],
    outputs: [{ value: 49n * COIN }],
  });
  submit(parent, child);
  core.miner.mine(TRUE_SCRIPT);
  core.invalidate(core.chain.tip());
  expect(core.mempool.pool.entries().map((entry) => entry.record.txid)).toEqual([parent.txid, child.txid]);
  core.miner.mine(TRUE_SCRIPT);
  expect(core.chain.tip().records.map(({ txid }) => txid)).toEqual([expect.any(String), parent.txid, child.txid]);
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
  expect(submit(record({ inputs: [], outputs: [{ value: COIN }] })).error).toBe('conflict-in-package');
  // What one transaction spends twice is its own fault.
  const twice = record({ inputs: [{ txid: coinbases[0] as string }, { txid: coinbases[0] as string }], outputs: [{ value: COIN }] });
  expect(submit(twice).each).toEqual(['bad-txns-inputs-duplicate']);
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

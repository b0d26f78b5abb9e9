import { describe, expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import { RejectError } from '#dist/bitcoin/protocol/codec/error.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex, TRUE_SCRIPT, TRUE_WITNESS } from '../harness.js';
import { p2wshScript } from '../locked-script.js';
import { COIN, coinbaseTxid, makeTx, type SpendOptions, txidOf } from '../transactions.js';

const HALF = 50n * COIN;
const DAY = 86_400;
const core = createCore({});
/** Scripts that blocks 41, 42 … pay; all other blocks pay {@link TRUE_SCRIPT}. */
const NESTED = p2wshScript(hex('6a')).scriptPubKey;
const SPECIAL = [
  hex('51'), // nonstandard: OP_TRUE
  hex(`a914${'da1745e9b549bd0bfa1a569971c77eba30cd5a4b'}87`), // P2SH of OP_TRUE
  hex('5220'.padEnd(68, '1')), // witness version 2
  hex(NESTED), // P2WSH of OP_RETURN
  hex('51024e73'), // anchor
];
while (core.chain.tip().height < 160) {
  const next = core.chain.tip().height + 1;
  core.miner.mine(SPECIAL[next - 41] ?? TRUE_SCRIPT);
}
const start = core.snapshot();

function coinAt(height: number): string {
  const entry = core.chain.at(height);
  if (entry === undefined) throw new RangeError(`no block ${height}`);
  return coinbaseTxid(entry);
}

function spend(height: number, options: Partial<SpendOptions> = {}): Transaction {
  return makeTx({ inputs: [{ txid: coinAt(height) }], outputs: [{ value: HALF - 10_000n }], ...options });
}

function submit(...transactions: Transaction[]): void {
  for (const tx of transactions) core.mempool.submit(recordTx(tx));
}

function rejection(tx: Transaction): string {
  try {
    core.mempool.submit(recordTx(tx));
  } catch (error) {
    if (error instanceof RejectError) return error.message;
    throw error;
  }
  return 'accepted';
}

/** The default coin of the tests below. */
const FREE = 1;
const data = (size: number) => Uint8Array.of(0x6a, 0x4d, size & 0xff, size >> 8, ...new Uint8Array(size));

describe('error: a transaction is refused with', () => {
  test.each<{ reason: string | RegExp; tx: () => Transaction }>([
    { reason: 'bad-txns-vin-empty', tx: () => spend(FREE, { inputs: [] }) },
    { reason: 'bad-txns-vout-empty', tx: () => spend(FREE, { outputs: [] }) },
    { reason: 'bad-txns-inputs-duplicate', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1) }, { txid: coinAt(1) }] }) },
    { reason: 'coinbase', tx: () => core.chain.tip().records[0]!.tx },
    { reason: 'version', tx: () => spend(FREE, { version: 0 }) },
    { reason: 'version', tx: () => spend(FREE, { version: 4 }) },
    { reason: 'tx-size', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), witness: [new Uint8Array(400_000)] }] }) },
    { reason: 'scriptsig-size', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), scriptSig: new Uint8Array(1651) }] }) },
    { reason: 'scriptsig-not-pushonly', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), scriptSig: hex('61') }] }) },
    { reason: 'scriptpubkey', tx: () => spend(FREE, { outputs: [{ value: COIN, scriptPubKey: hex('51') }] }) },
    { reason: 'dust', tx: () => spend(FREE, { outputs: [{ value: 1n }, { value: 1n }, { value: COIN }] }) },
    { reason: 'dust, tx with dust output must be 0-fee', tx: () => spend(FREE, { outputs: [{ value: 329n }] }) },
    { reason: 'tx-size-small', tx: () => spend(FREE, { outputs: [{ value: 0n, scriptPubKey: hex('6a') }] }) },
    { reason: 'non-final', tx: () => spend(FREE, { lockTime: 161 }) },
    { reason: 'bad-txns-inputs-missingorspent', tx: () => spend(FREE, { inputs: [{ txid: '11'.repeat(32) }] }) },
    { reason: 'bad-txns-inputs-missingorspent', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), index: 1 }] }) },
    { reason: 'non-BIP68-final', tx: () => spend(FREE, { inputs: [{ txid: coinAt(60), sequence: 102 }] }) },
    { reason: 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99', tx: () => spend(62) },
    {
      reason: 'bad-txns-in-belowout, value in (50.00) < value out (50.01)',
      tx: () => spend(FREE, { outputs: [{ value: HALF + 1_000_000n }] }),
    },
    { reason: 'bad-txns-nonstandard-inputs', tx: () => spend(41, { inputs: [{ txid: coinAt(41), witness: [] }] }) },
    { reason: 'bad-txns-nonstandard-inputs', tx: () => spend(43, { inputs: [{ txid: coinAt(43), witness: [] }] }) },
    {
      reason: 'bad-txns-nonstandard-inputs',
      tx: () => spend(42, { inputs: [{ txid: coinAt(42), witness: [], scriptSig: Uint8Array.of(16, ...new Uint8Array(16).fill(0xac)) }] }),
    },
    {
      reason: 'bad-witness-nonstandard',
      tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), witness: [new Uint8Array(81), ...TRUE_WITNESS] }] }),
    },
    { reason: 'bad-witness-nonstandard', tx: () => spend(45, { inputs: [{ txid: coinAt(45), witness: [hex('00')] }] }) },
    {
      reason: 'bad-witness-nonstandard',
      tx: () => spend(42, { inputs: [{ txid: coinAt(42), scriptSig: hex('0151'), witness: [hex('00')] }] }),
    },
    { reason: 'min relay fee not met, 9 < 10', tx: () => spend(FREE, { outputs: [{ value: HALF - 9n }] }) },
    {
      reason:
        /^mempool-script-verify-flag-failed \(OP_RETURN was encountered\), input 0 of [0-9a-f]{64} \(wtxid [0-9a-f]{64}\), spending [0-9a-f]{64}:0$/,
      tx: () => spend(44, { inputs: [{ txid: coinAt(44), witness: [hex('6a')] }] }),
    },
    {
      reason: /^mempool-script-verify-flag-failed \(Stack size must be exactly one after execution\), input 0/,
      tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), witness: [hex('01'), ...TRUE_WITNESS] }] }),
    },
  ])('$reason', ({ reason, tx }) => {
    core.restore(start);
    expect(rejection(tx())).toMatch(typeof reason === 'string' ? new RegExp(`^${reason.replace(/[()]/g, '\\$&')}$`) : reason);
    expect(core.mempool.pool.count()).toBe(0);
  });

  test('txn-already-in-mempool, txn-same-nonwitness-data-in-mempool, txn-already-known', () => {
    core.restore(start);
    const tx = spend(FREE);
    submit(tx);
    expect(rejection(tx)).toBe('txn-already-in-mempool');
    const twin = spend(FREE, { inputs: [{ txid: coinAt(1), witness: [hex('01')] }] });
    expect(rejection(twin)).toBe('txn-same-nonwitness-data-in-mempool');
    core.miner.mine(TRUE_SCRIPT);
    expect(rejection(tx)).toBe('txn-already-known');
  });

  test('too-long-mempool-chain: ancestors', () => {
    core.restore(start);
    let [txid, value] = [coinAt(1), HALF];
    const next = () => makeTx({ inputs: [{ txid }], outputs: [{ value: value - 1_000n }] });
    for (let n = 0; n < 25; n++) {
      const tx = next();
      submit(tx);
      [txid, value] = [txidOf(tx), value - 1_000n];
    }
    expect(rejection(next())).toBe('too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]');
    core.miner.mine(TRUE_SCRIPT);
    expect(rejection(next())).toBe('accepted');
  });

  test('too-long-mempool-chain: descendants, one more for a small child of a single parent', () => {
    core.restore(start);
    const parent = spend(FREE, { outputs: Array.from({ length: 30 }, () => ({ value: COIN })) });
    submit(parent);
    const child = (index: number) => makeTx({ inputs: [{ txid: txidOf(parent), index }], outputs: [{ value: COIN - 1_000n }] });
    for (let index = 0; index < 25; index++) submit(child(index));
    expect(rejection(child(25))).toBe(`too-long-mempool-chain, too many descendants for tx ${txidOf(parent)} [limit: 25]`);
  });

  test('bad-txns-too-many-sigops: a bare multisig counts as 20, whatever its keys; those that pass make it as large as they are', () => {
    core.restore(start);
    const scriptPubKey = hex(`5121${'02'.repeat(33)}51ae`);
    const bare = (count: number, value: bigint) => spend(FREE, { outputs: Array.from({ length: count }, () => ({ value, scriptPubKey })) });
    expect(rejection(bare(201, 10_000n))).toBe('bad-txns-too-many-sigops, 16080');
    const vsize = (200 * 20 * 4 * 20) / 4;
    const share = (HALF - BigInt(vsize / 10)) / 200n;
    expect(rejection(bare(200, share + 1n))).toBe('min relay fee not met, 7800 < 8000');
    expect(rejection(bare(200, share))).toBe('accepted');
    expect(core.mempool.pool.get(txidOf(bare(200, share)))?.vsize).toBe(vsize);
  });

  test('TRUC-violation', () => {
    core.restore(start);
    const parent = spend(FREE, { version: 3, outputs: [{ value: COIN }, { value: COIN }] });
    submit(parent);
    const child = (index: number, fee: bigint, version = 3) =>
      makeTx({ version, inputs: [{ txid: txidOf(parent), index }], outputs: [{ value: COIN - fee }] });
    expect(rejection(child(0, 1_000n, 2))).toMatch(/^TRUC-violation, non-version=3 tx .* cannot spend from version=3 tx /);
    submit(child(0, 1_000n));
    const grandchild = makeTx({ version: 3, inputs: [{ txid: txidOf(child(0, 1_000n)) }], outputs: [{ value: COIN - 2_000n }] });
    expect(rejection(grandchild)).toMatch(/^TRUC-violation, tx .* would have too many ancestors$/);
    expect(rejection(child(1, 1_000n))).toMatch(/^insufficient fee \(including sibling eviction\), /);
    submit(child(1, 5_000n));
    expect(core.mempool.pool.get(txidOf(child(0, 1_000n)))).toBeUndefined();
    const large = spend(2, { version: 3, outputs: [{ value: 0n, scriptPubKey: data(10_000) }] });
    expect(rejection(large)).toMatch(/^TRUC-violation, version=3 tx .* is too big: \d+ > 10000 virtual bytes$/);
  });
});

describe('error: a replacement is refused with', () => {
  test('insufficient fee: a lower rate, less than all it evicts, less than its own relay', () => {
    core.restore(start);
    const first = spend(FREE);
    submit(first, makeTx({ inputs: [{ txid: txidOf(first) }], outputs: [{ value: HALF - 40_000n }] }));
    const id = (tx: Transaction) => `rejecting replacement ${txidOf(tx)}`;
    const lower = spend(FREE, { outputs: [{ value: HALF - 9_000n }] });
    expect(rejection(lower)).toBe(`insufficient fee, ${id(lower)}; new feerate 0.00093750 BTC/kvB <= old feerate 0.00104166 BTC/kvB`);
    const less = spend(FREE, { outputs: [{ value: HALF - 20_000n }] });
    expect(rejection(less)).toBe(`insufficient fee, ${id(less)}, less fees than conflicting txs; 0.0002 < 0.0004`);
    const equal = spend(FREE, { outputs: [{ value: HALF - 40_009n }] });
    expect(rejection(equal)).toBe(`insufficient fee, ${id(equal)}, not enough additional fees to relay; 0.00000009 < 0.0000001`);
    expect(rejection(spend(FREE, { outputs: [{ value: HALF - 40_010n }] }))).toBe('accepted');
    expect(core.mempool.pool.count()).toBe(1);
  });

  test('replacement-adds-unconfirmed', () => {
    core.restore(start);
    const other = spend(2);
    submit(spend(FREE), other);
    const tx = spend(FREE, { inputs: [{ txid: coinAt(1) }, { txid: txidOf(other) }], outputs: [{ value: COIN * 99n }] });
    expect(rejection(tx)).toBe(`replacement-adds-unconfirmed, replacement ${txidOf(tx)} adds unconfirmed input, idx 1`);
  });

  test('bad-txns-spends-conflicting-tx', () => {
    core.restore(start);
    const first = spend(FREE);
    submit(first);
    const tx = spend(FREE, { inputs: [{ txid: coinAt(1) }, { txid: txidOf(first) }], outputs: [{ value: COIN }] });
    expect(rejection(tx)).toBe(`bad-txns-spends-conflicting-tx, ${txidOf(tx)} spends conflicting transaction ${txidOf(first)}`);
  });

  test('too many potential replacements', () => {
    core.restore(start);
    const parents = [1, 2, 3, 4, 5].map((height) => spend(height, { outputs: Array.from({ length: 24 }, () => ({ value: COIN })) }));
    for (const parent of parents) {
      submit(parent);
      for (let index = 0; index < 24; index++)
        submit(makeTx({ inputs: [{ txid: txidOf(parent), index }], outputs: [{ value: COIN - 1_000n }] }));
    }
    const tx = spend(FREE, { inputs: [1, 2, 3, 4, 5].map((height) => ({ txid: coinAt(height) })), outputs: [{ value: COIN }] });
    expect(rejection(tx)).toBe(
      `too many potential replacements, rejecting replacement ${txidOf(tx)}; too many potential replacements (125 > 100)`,
    );
  });
});

describe('behavior: is accepted', () => {
  test.each<{ what: string; tx: () => Transaction }>([
    { what: '0.1 sat per virtual byte', tx: () => spend(FREE, { outputs: [{ value: HALF - 10n }] }) },
    { what: 'an output just above dust', tx: () => spend(FREE, { outputs: [{ value: 330n }] }) },
    {
      what: 'a P2PKH output just above dust',
      tx: () => spend(FREE, { outputs: [{ value: 546n, scriptPubKey: hex(`76a914${'00'.repeat(20)}88ac`) }] }),
    },
    {
      what: 'several data outputs of any size',
      tx: () => spend(FREE, { outputs: [data(200), data(9_000)].map((scriptPubKey) => ({ value: 0n, scriptPubKey })) }),
    },
    { what: 'bare multisig', tx: () => spend(FREE, { outputs: [{ value: COIN, scriptPubKey: hex(`5121${'02'.repeat(33)}51ae`) }] }) },
    {
      what: 'an output of a future witness version',
      tx: () => spend(FREE, { outputs: [{ value: COIN, scriptPubKey: hex(`5220${'00'.repeat(32)}`) }] }),
    },
    { what: 'a spend of an anchor', tx: () => spend(45, { inputs: [{ txid: coinAt(45), witness: [] }] }) },
    { what: 'a spend of P2SH', tx: () => spend(42, { inputs: [{ txid: coinAt(42), scriptSig: hex('0151'), witness: [] }] }) },
    { what: 'a lock time of the past', tx: () => spend(FREE, { lockTime: 160 }) },
    { what: 'a replacement without signalling', tx: () => spend(FREE, { inputs: [{ txid: coinAt(1), sequence: 0xffffffff }] }) },
  ])('$what', ({ tx }) => {
    core.restore(start);
    expect(rejection(tx())).toBe('accepted');
    core.miner.mine(TRUE_SCRIPT);
    expect(core.chain.tip().records).toHaveLength(2);
  });
});

test('behavior: limits on data outputs are a matter of policy', () => {
  const strict = createCore({ policy: { dataCarrierSize: 83 } });
  while (strict.chain.tip().height < 101) strict.miner.mine(TRUE_SCRIPT);
  const inputs = [{ txid: coinbaseTxid(strict.chain.at(1)!) }];
  const of = (...sizes: number[]) => makeTx({ inputs, outputs: sizes.map((size) => ({ value: 0n, scriptPubKey: data(size) })) });
  expect(() => strict.mempool.submit(recordTx(of(81)))).toThrow(/^datacarrier$/);
  expect(() => strict.mempool.submit(recordTx(of(40, 36)))).toThrow(/^datacarrier$/);
  expect(strict.mempool.submit(recordTx(of(40, 35))).fee).toBe(HALF);
});

test('behavior: a mempool beyond its size drops what pays least', () => {
  const small = createCore({ policy: { maxMemory: 3_500 } });
  while (small.chain.tip().height < 105) small.miner.mine(TRUE_SCRIPT);
  const spendSmall = (height: number, fee: bigint) =>
    makeTx({ inputs: [{ txid: coinbaseTxid(small.chain.at(height)!) }], outputs: [{ value: HALF - fee }] });
  for (const [height, fee] of [
    [1, 3_000n],
    [2, 2_000n],
    [3, 4_000n],
  ] as const)
    small.mempool.submit(recordTx(spendSmall(height, fee)));
  small.mempool.submit(recordTx(spendSmall(4, 5_000n)));
  expect(small.mempool.pool.entries().map(({ fee }) => fee)).toEqual([3_000n, 4_000n, 5_000n]);
  expect(() => small.mempool.submit(recordTx(spendSmall(5, 1_000n)))).toThrow('mempool min fee not met');
});

test('behavior: a transaction waits for two weeks at most, and its descendants go with it, before the next one is reported', () => {
  core.restore(start);
  const changes: [string, number][] = [];
  const unsubscribe = core.observers.add((change) => {
    if (change.type !== 'added' && change.type !== 'removed') return;
    const text = change.type === 'added' ? change.type : change.reason;
    changes.push([`${text} ${change.entry.record.txid}`, change.sequence]);
  });
  const parent = spend(FREE);
  const child = makeTx({ inputs: [{ txid: txidOf(parent) }], outputs: [{ value: HALF - 20_000n }] });
  submit(parent);
  const now = core.chain.tip().header.time;
  core.clock.setMockTime(now + 10 * DAY);
  submit(child);
  core.clock.setMockTime(now + 14 * DAY);
  submit(spend(2));
  expect(core.mempool.pool.count()).toBe(3);
  core.clock.setMockTime(now + 14 * DAY + 1);
  const { sequence } = core.mempool.pool.entries()[2] ?? { sequence: 0 };
  changes.length = 0;
  submit(spend(3));
  unsubscribe();
  core.clock.setMockTime(0);
  expect(changes).toEqual([
    [`expiry ${txidOf(child)}`, sequence + 1],
    [`expiry ${txidOf(parent)}`, sequence + 2],
    [`added ${txidOf(spend(3))}`, sequence + 3],
  ]);
  expect(core.mempool.pool.count()).toBe(2);
});

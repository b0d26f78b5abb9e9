import { describe, expect, test } from 'vitest';
import { meetsTarget } from '#dist/bitcoin/node/chain/validation/check-block.js';
import { createCore, type NodeCore } from '#dist/bitcoin/node/core.js';
import { type Block, blockHash, merkleRoot } from '#dist/bitcoin/protocol/codec/block.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { type BlockPlan, buildBlock, commitWitnesses } from '../blocks.js';
import { hex, TRUE_SCRIPT } from '../harness.js';
import { COIN, coinbaseTxid, makeTx, txidOf } from '../transactions.js';

function coreAt(height: number): NodeCore {
  const core = createCore({});
  while (core.chain.tip().height < height) core.miner.mine(TRUE_SCRIPT);
  return core;
}

function coinbaseAt(core: NodeCore, height: number): string {
  const entry = core.chain.at(height);
  if (entry === undefined) throw new RangeError(`no block ${height}`);
  return coinbaseTxid(entry);
}

const base = coreAt(110);
const snapshot = base.snapshot();

function spendOf(height: number, value = 50n * COIN, rest: Partial<Parameters<typeof makeTx>[0]> = {}): Transaction {
  return makeTx({ inputs: [{ txid: coinbaseAt(base, height) }], outputs: [{ value }], ...rest });
}

const coinbaseOf = (block: Block): Transaction => block.transactions[0] as Transaction;

describe('error: a block is refused with', () => {
  test.each<{ reason: string; plan: (core: NodeCore) => Omit<BlockPlan, 'core'> }>([
    { reason: 'bad-txnmrklroot, hashMerkleRoot mismatch', plan: () => ({ seal: (block) => block.header.merkleRoot.fill(1) }) },
    {
      reason: 'bad-txns-duplicate, duplicate transaction',
      plan: () => ({
        transactions: [spendOf(1), spendOf(2), spendOf(2)],
        seal: (block) => (block.header.merkleRoot = merkleRoot(block.transactions)),
      }),
    },
    { reason: 'bad-blk-length, size limits failed', plan: () => ({ change: (block) => block.transactions.splice(0) }) },
    {
      reason: 'bad-cb-missing, first tx is not coinbase',
      plan: () => ({ transactions: [spendOf(1)], change: (block) => block.transactions.shift() }),
    },
    {
      reason: 'bad-cb-multiple, more than one coinbase',
      plan: () => ({ change: (block) => block.transactions.push({ ...coinbaseOf(block), lockTime: 7 }) }),
    },
    {
      reason: 'bad-txns-vout-negative, Transaction check failed',
      plan: () => ({ transactions: [spendOf(1, -1n)], change: commitWitnesses }),
    },
    {
      reason: 'bad-blk-sigops, out-of-bounds SigOpCount',
      plan: () => ({ transactions: [spendOf(1, 0n, { outputs: [{ value: 0n, scriptPubKey: new Uint8Array(20_001).fill(0xac) }] })] }),
    },
    { reason: 'bad-diffbits, incorrect proof of work', plan: () => ({ seal: (block) => (block.header.bits = 0x207ffffe) }) },
    {
      reason: "time-too-old, block's timestamp is too early",
      plan: (core) => ({ seal: (block) => (block.header.time = core.chain.tip().medianTimePast) }),
    },
    {
      reason: 'bad-version(0x00000003), rejected nVersion=0x00000003 block',
      plan: () => ({ seal: (block) => (block.header.version = 3) }),
    },
    {
      reason: 'bad-txns-nonfinal, non-final transaction',
      plan: () => ({ transactions: [spendOf(1, 0n, { lockTime: 111, inputs: [{ txid: coinbaseAt(base, 1), sequence: 0 }] })] }),
    },
    {
      reason: 'bad-cb-height, block height mismatch in coinbase',
      plan: () => ({ change: (block) => (coinbaseOf(block).inputs[0]!.scriptSig = hex('016e00')) }),
    },
    {
      reason: 'bad-witness-nonce-size, CheckWitnessMalleation : invalid witness reserved value size',
      plan: () => ({ change: (block) => (coinbaseOf(block).inputs[0]!.witness = [new Uint8Array(31)]) }),
    },
    {
      reason: 'bad-witness-merkle-match, CheckWitnessMalleation : witness merkle commitment mismatch',
      plan: () => ({ transactions: [spendOf(1)], change: (block) => (block.transactions[1]!.inputs[0]!.witness = [hex('52')]) }),
    },
    {
      reason: 'unexpected-witness, CheckWitnessMalleation : unexpected witness data found',
      plan: () => ({ transactions: [spendOf(1)], change: (block) => coinbaseOf(block).outputs.pop() }),
    },
    {
      reason: 'bad-txns-inputs-missingorspent, CheckTxInputs: inputs missing/spent',
      plan: () => ({ transactions: [makeTx({ inputs: [{ txid: '11'.repeat(32) }], outputs: [{ value: 1n }] })] }),
    },
    {
      reason: 'bad-txns-inputs-missingorspent, CheckTxInputs: inputs missing/spent',
      plan: () => ({ transactions: [spendOf(1, 1n), spendOf(1, 2n)] }),
    },
    {
      reason: 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99',
      plan: () => ({ transactions: [spendOf(12)] }),
    },
    {
      reason: 'bad-txns-in-belowout, value in (50.00) < value out (50.00000001)',
      plan: () => ({ transactions: [spendOf(1, 50n * COIN + 1n)] }),
    },
    {
      reason: 'bad-txns-nonfinal, contains a non-BIP68-final transaction',
      plan: () => ({ transactions: [spendOf(1, 1n, { inputs: [{ txid: coinbaseAt(base, 1), sequence: 111 }] })] }),
    },
    {
      reason: 'block-script-verify-flag-failed (Witness program hash mismatch), input 0 of',
      plan: () => ({ transactions: [spendOf(1, 1n, { inputs: [{ txid: coinbaseAt(base, 1), witness: [hex('52')] }] })] }),
    },
    {
      reason: 'bad-cb-amount, coinbase pays too much (actual=5000000001 vs limit=5000000000)',
      plan: () => ({ fees: 1n }),
    },
  ])('$reason', ({ reason, plan }) => {
    base.restore(snapshot);
    const tip = base.chain.tip();
    const wanted = plan(base);
    const block = buildBlock({ core: base, ...wanted });
    expect(() => base.miner.submit(block)).toThrow(reason);
    expect(base.chain.tip()).toBe(tip);
  });

  test('high-hash, proof of work failed', () => {
    const block = buildBlock({ core: base });
    do block.header.nonce++;
    while (meetsTarget(blockHash(block.header)));
    expect(() => base.miner.submit(block)).toThrow('high-hash, proof of work failed');
  });

  test('duplicate, prev-blk-not-found, bad-prevblk, duplicate-invalid', () => {
    const core = coreAt(2);
    const [one, two] = [core.chain.at(1)!, core.chain.at(2)!];
    expect(() => core.miner.submit(two.block)).toThrow('duplicate');
    const orphan = buildBlock({ core, seal: (block) => (block.header.previous = new Uint8Array(32).fill(9)) });
    expect(() => core.miner.submit(orphan)).toThrow('prev-blk-not-found');
    core.invalidate(one);
    expect(() => core.miner.submit(two.block)).toThrow('duplicate-invalid');
    expect(() => core.miner.submit(buildBlock({ core, parent: two }))).toThrow('bad-prevblk');
  });
});

test('behavior: amounts and weights at their limits are accepted', () => {
  base.restore(snapshot);
  const spend = spendOf(10, 50n * COIN - 7n);
  const entry = base.miner.submit(buildBlock({ core: base, transactions: [spend], fees: 7n }));
  expect(base.chain.tip()).toBe(entry);
  expect(entry.undo).toEqual([[{ value: 50n * COIN, scriptPubKey: TRUE_SCRIPT, height: 10, coinbase: true }]]);
});

test('behavior: a transaction may spend another of the same block', () => {
  base.restore(snapshot);
  const parent = spendOf(1);
  const child = makeTx({ inputs: [{ txid: txidOf(parent) }], outputs: [{ value: 50n * COIN }] });
  expect(() => base.miner.submit(buildBlock({ core: base, transactions: [child, parent] }))).toThrow('bad-txns-inputs-missingorspent');
  base.restore(snapshot);
  base.miner.submit(buildBlock({ core: base, transactions: [parent, child] }));
  expect(base.chain.tip().height).toBe(111);
});

test('behavior: the subsidy halves every 150 blocks', () => {
  const core = coreAt(451);
  const paid = (height: number) => core.chain.at(height)?.records[0]?.tx.outputs[0]?.value;
  expect([1, 149, 150, 299, 300, 450].map(paid)).toEqual(
    [50n, 50n, 25n, 25n, 12n, 6n].map((whole, at) => whole * COIN + (at === 4 ? COIN / 2n : at === 5 ? COIN / 4n : 0n)),
  );
});

test('behavior: unspendable outputs are no coins', () => {
  base.restore(snapshot);
  const before = base.chain.coinCount();
  const burn = spendOf(1, 0n, { outputs: [{ value: 1n, scriptPubKey: hex('6a0101') }, { value: 2n }] });
  base.miner.submit(buildBlock({ core: base, transactions: [burn] }));
  // One coin spent; made: one of the two outputs, and the new coinbase's first.
  expect(base.chain.coinCount()).toBe(before + 1);
});

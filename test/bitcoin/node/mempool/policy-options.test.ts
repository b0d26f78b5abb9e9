import { describe, expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import type { BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { TRUE_SCRIPT } from '../harness.js';
import { coinbaseTxid, makeTx } from '../transactions.js';

const COIN = 100_000_000n;
const NONSTANDARD = Buffer.concat([Buffer.alloc(20, 0x61), Uint8Array.of(0x51)]);
const DATA = Buffer.concat([Uint8Array.of(0x6a, 0x4c, 200), Buffer.alloc(200)]);

function start(options: BitcoinNodeOptions) {
  const core = createCore(options);
  while (core.chain.tip().height < 110) core.miner.mine(TRUE_SCRIPT);
  const spend = (height: number, value: bigint, scriptPubKey: Uint8Array = TRUE_SCRIPT, padding = 0) =>
    recordTx(
      makeTx({
        inputs: [{ txid: coinbaseTxid(core.chain.at(height)!) }],
        outputs: [{ value, scriptPubKey }, ...Array.from({ length: padding }, () => ({ value: 0n, scriptPubKey: DATA }))],
      }),
    );
  return { core, spend };
}

describe('options of the mempool', () => {
  test('requireStandard: without it, any script and any dust may enter', () => {
    const { core, spend } = start({ policy: { requireStandard: false } });
    expect(core.mempool.submit(spend(1, 1n, NONSTANDARD)).fee).toBe(50n * COIN - 1n);
    const { core: strict, spend: spendStrict } = start({});
    expect(() => strict.mempool.submit(spendStrict(1, COIN, NONSTANDARD))).toThrow('scriptpubkey');
  });

  test('bareMultisig: without it, multisig outputs need P2SH', () => {
    const key = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
    const multisig = Buffer.concat([Uint8Array.of(0x51, 33), key, Uint8Array.of(0x51, 0xae)]);
    const { core, spend } = start({ policy: { bareMultisig: false } });
    expect(() => core.mempool.submit(spend(1, COIN, multisig))).toThrow('bare-multisig');
  });

  test('blockMaxWeight: blocks have no more', () => {
    const { core, spend } = start({ policy: { blockMaxWeight: 8000 + 1000 } });
    for (let height = 1; height <= 5; height++) core.mempool.submit(spend(height, 49n * COIN));
    core.miner.mine(TRUE_SCRIPT);
    const { records } = core.chain.tip();
    expect(records.length).toBeGreaterThan(1);
    expect(records.length).toBeLessThan(6);
  });
});

describe('a full mempool', () => {
  const maxMemory = 60_000;

  function fill(now: () => number) {
    const { core, spend } = start({ policy: { maxMemory }, now });
    for (let height = 1; height <= 10; height++) core.mempool.submit(spend(height, 50n * COIN - BigInt(height) * 10_000n, TRUE_SCRIPT, 40));
    return { core, spend };
  }

  test('behavior: evicts the lowest fee rates, and demands more than them', () => {
    const { core, spend } = fill(() => 2_000_000_000);
    const { mempool } = core;
    expect(mempool.pool.memory()).toBeLessThanOrEqual(maxMemory);
    expect(mempool.pool.entries().map(({ fee }) => fee)).not.toContain(10_000n);
    const least = mempool.minFeeRate();
    expect(least).toBeGreaterThan(100n);
    expect(() => mempool.submit(spend(1, 50n * COIN - 100n))).toThrow(/^mempool min fee not met, 100 < \d+$/);
  });

  test('behavior: the demand falls with time after a block, and is part of snapshots', () => {
    let time = 2_000_000_000;
    const { core } = fill(() => time);
    const full = core.mempool.minFeeRate();
    const snapshot = core.snapshot();
    time += 1_000_000;
    expect(core.mempool.minFeeRate()).toBe(full);
    core.miner.mine(TRUE_SCRIPT);
    time += 3 * 3600 + 60;
    const later = core.mempool.minFeeRate();
    expect(later).toBeLessThanOrEqual(full / 2n + 1n);
    time += 1_000_000;
    expect(core.mempool.minFeeRate()).toBe(100n);
    core.restore(snapshot);
    expect(core.mempool.minFeeRate()).toBe(full);
  });
});

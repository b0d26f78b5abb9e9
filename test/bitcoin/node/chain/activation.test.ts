import { expect, test } from 'vitest';
import type { ActivationHeights } from '#dist/bitcoin/node/chain/activation.js';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import { parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { merkleTree } from '#dist/bitcoin/protocol/codec/merkle.js';
import { TRUE_SCRIPT } from '../harness.js';

/** A chain of 10 blocks whose rules hold from block 13. */
function coreWith(name: keyof ActivationHeights) {
  const core = createCore({ activation: { [name]: 13 } });
  while (core.chain.tip().height < 10) core.miner.mine(TRUE_SCRIPT);
  return core;
}

/** Mines a block that `change` has changed, and returns why it was refused. */
function submit(core: ReturnType<typeof createCore>, change: (block: ReturnType<typeof parseBlock>) => void): string | undefined {
  const { block } = core.miner.template(TRUE_SCRIPT);
  const changed = parseBlock(serializeBlock(block));
  change(changed);
  changed.header.merkleRoot = merkleTree(changed.transactions.map((tx) => recordTx(tx).txidBytes)).root;
  for (; ; changed.header.nonce++) {
    try {
      core.miner.submit(changed);
      return undefined;
    } catch (error) {
      const { reason } = error as { reason?: string };
      if (reason !== 'high-hash') return reason;
    }
  }
}

test.each(['bip34', 'dersig', 'cltv'] as const)('option: %s retires a version of blocks from its height on', (name) => {
  const version = { bip34: 1, dersig: 2, cltv: 3 }[name];
  const core = createCore({
    activation: {
      bip34: 13,
      dersig: 13,
      cltv: 13,
      ...(name === 'bip34' ? { dersig: 99, cltv: 99 } : name === 'dersig' ? { cltv: 99 } : {}),
    },
  });
  while (core.chain.tip().height < 11) core.miner.mine(TRUE_SCRIPT);
  const old = ({ header }: ReturnType<typeof parseBlock>): void => {
    header.version = version;
  };
  expect(submit(core, old)).toBeUndefined();
  expect(submit(core, old)).toBe(`bad-version(0x0000000${version})`);
});

test('option: bip34, the height in the coinbase', () => {
  const core = coreWith('bip34');
  const wrong = ({ transactions: [coinbase] }: ReturnType<typeof parseBlock>): void => {
    if (coinbase?.inputs[0] !== undefined) coinbase.inputs[0].scriptSig = Uint8Array.of(0x02, 0xff, 0xff);
  };
  expect([submit(core, wrong), submit(core, wrong), submit(core, wrong)]).toEqual([undefined, undefined, 'bad-cb-height']);
});

test('option: csv, lock times by the median time', () => {
  const core = coreWith('csv');
  // Final by the block's own time, not by the median of the eleven before it.
  const locked = ({ header, transactions: [coinbase] }: ReturnType<typeof parseBlock>): void => {
    if (coinbase !== undefined) coinbase.lockTime = header.time - 1;
  };
  expect([submit(core, locked), submit(core, locked), submit(core, locked)]).toEqual([undefined, undefined, 'bad-txns-nonfinal']);
});

test('option: segwit, blocks without witnesses before its height', () => {
  const core = coreWith('segwit');
  expect(core.miner.template(TRUE_SCRIPT).block.transactions[0]?.inputs[0]?.witness).toEqual([]);
  const withWitness = ({ transactions: [coinbase] }: ReturnType<typeof parseBlock>): void => {
    if (coinbase?.inputs[0] !== undefined) coinbase.inputs[0].witness = [new Uint8Array(32)];
  };
  expect(submit(core, withWitness)).toBe('unexpected-witness');
  core.miner.mine(TRUE_SCRIPT);
  core.miner.mine(TRUE_SCRIPT);
  expect(core.chain.tip().height).toBe(12);
  expect(submit(core, withWitness)).toBeUndefined();
});

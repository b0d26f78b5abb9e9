import { expect, test } from 'vitest';
import { Histories } from '#dist/bitcoin/electrum/histories.js';
import { ChainIndex } from '#dist/bitcoin/esplora/chain-index.js';
import { parseBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { startRpcNode } from '../node/harness.js';

test('behavior: the histories that were not read for the longest time are forgotten when all have too many transactions', async () => {
  await using rpc = await startRpcNode();
  const scripts = [0x51, 0x52, 0x53].map((opcode) => Uint8Array.of(opcode));
  for (const script of scripts) rpc.node.mine(4, script);
  const chain = new ChainIndex();
  for (let height = 0; height <= 12; height++) {
    const hash = await rpc.call('getblockhash', height);
    chain.connect(parseBlock(Buffer.from(await rpc.call('getblock', hash, 0), 'hex')), hash);
  }
  const [a, b, c] = scripts.map(toHex) as [string, string, string];
  const histories = new Histories(8);
  const [first, second] = [histories.confirmed(a, chain), histories.confirmed(b, chain)];
  expect(histories.confirmed(a, chain)).toBe(first);
  histories.confirmed(c, chain);
  expect(histories.confirmed(a, chain)).toBe(first);
  const again = histories.confirmed(b, chain);
  expect(again).not.toBe(second);
  expect(again?.items).toBe(second?.items);
  expect(again?.hash.copy().digest('hex')).toBe(second?.hash.copy().digest('hex'));
});

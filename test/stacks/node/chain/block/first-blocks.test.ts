import { expect, test } from 'vitest';
import { isBeforeNakamoto } from '#dist/stacks/node/chain/block/block.js';
import { BOOT_HEIGHT, burnBlock, startTestNode } from '../../test-node.js';

test('behavior: the chain of the start has a tenure of one block for each Bitcoin block, linked to the one before', async () => {
  await using node = await startTestNode();
  const past = (await node.past()).map(({ block }) => block);
  expect(past.map(({ height, burnHeight }) => [height, burnHeight])).toEqual(
    Array.from({ length: BOOT_HEIGHT + 1 }, (_, height) => [height, height]),
  );
  for (const [index, block] of past.slice(1).entries()) expect(block.parentHash).toBe(past[index]?.hash);
});

test('behavior: a node serves the last block of the start, and none below, which stand for blocks before Nakamoto', async () => {
  await using node = await startTestNode();
  const status = async (height: number) => (await fetch(`${node.url}/v3/blocks/height/${height}`)).status;
  expect([await status(BOOT_HEIGHT), await status(BOOT_HEIGHT - 1), await status(1)]).toEqual([200, 404, 404]);
  await node.burnReorg(BOOT_HEIGHT - 3);
  await node.burnBlock(burnBlock(BOOT_HEIGHT - 2, 1, 0));
  expect([await status(BOOT_HEIGHT - 2), await status(BOOT_HEIGHT - 3)]).toEqual([200, 404]);
});

test('default: only a tenure without a coinbase is before Nakamoto', () => {
  expect(isBeforeNakamoto({ beginsTenure: true, transactions: [] })).toBe(true);
  expect(isBeforeNakamoto({ beginsTenure: false, transactions: [] })).toBe(false);
});

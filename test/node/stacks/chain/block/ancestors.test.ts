import { expect, test } from 'vitest';
import { expectAncestors, type First } from '#dist/node/stacks/chain/block/ancestors.js';
import type { StacksBlock } from '#dist/node/stacks/chain/block/block.js';
import { wholeBurnchain } from '#dist/node/stacks/fork-burnchain.js';
import { BOOT_HEIGHT, burnBlock } from '../../test-node.js';

const { path } = wholeBurnchain(Array.from({ length: BOOT_HEIGHT + 1 }, (_, height) => burnBlock(height)));

/** From genesis on. */
function chainOf(tip: StacksBlock | undefined): { height: number; id: string; tenure: number }[] {
  const blocks = [];
  for (let block = tip; block !== undefined; block = block.parent) {
    blocks.unshift({ height: block.height, id: block.indexHash, tenure: block.tenureHeight });
  }
  return blocks;
}

test.each([
  ['the same', { height: BOOT_HEIGHT, tenureHeight: BOOT_HEIGHT }],
  ['blocks of contracts', { height: BOOT_HEIGHT + 3, tenureHeight: BOOT_HEIGHT }],
  ['fewer tenures', { height: BOOT_HEIGHT, tenureHeight: BOOT_HEIGHT - 2 }],
])('behavior: what was expected has no effect on the blocks: %s', (_what, first: First) => {
  const expected = expectAncestors(path, undefined, first)(first);
  const chain = chainOf(expectAncestors(path, undefined, { height: BOOT_HEIGHT, tenureHeight: BOOT_HEIGHT })(first));
  expect(chain).toEqual(chainOf(expected));
  expect(chain.map(({ height }) => height)).toEqual(Array.from({ length: first.height - 1 }, (_, index) => index + 1));
  expect(chain.at(-1)?.tenure).toBe(first.tenureHeight - 1);
});

test('edge: the first block may follow genesis', () => {
  expect(expectAncestors(path, undefined, { height: 1, tenureHeight: 1 })({ height: 1, tenureHeight: 1 })).toBeUndefined();
});

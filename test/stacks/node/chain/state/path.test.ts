import { expect, test } from 'vitest';
import { Path } from '#dist/stacks/node/chain/state/path.js';

type Block = { height: number; parent: Block | undefined };

test('behavior: a long path is copied, and both go on apart', () => {
  const first: Block = { height: 0, parent: undefined };
  const path = new Path<Block>(first);
  // More than a function can have arguments.
  for (let height = 1; height <= 200_000; height++) path.push({ height, parent: path.tip });
  const copy = path.copy();
  const next: Block = { height: 200_001, parent: copy.tip };
  copy.push(next);
  expect([path.tip.height, copy.tip.height]).toEqual([200_000, 200_001]);
  expect([copy.has(path.tip), path.has(next)]).toEqual([true, false]);
});

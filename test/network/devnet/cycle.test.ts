import { expect, test } from 'vitest';
import { cycleAt } from '#dist/network/devnet/cycle.js';

const pox = { firstBurnHeight: 0, rewardLength: 20, prepareLength: 5 };

test.each([
  [141, { id: 7, phase: 'reward', blocksLeft: 15 }],
  [155, { id: 7, phase: 'reward', blocksLeft: 1 }],
  [156, { id: 7, phase: 'prepare', blocksLeft: 5 }],
  [159, { id: 7, phase: 'prepare', blocksLeft: 2 }],
  [160, { id: 8, phase: 'prepare', blocksLeft: 1 }],
  [161, { id: 8, phase: 'reward', blocksLeft: 15 }],
] as const)('default: Bitcoin block %i', (height, cycle) => {
  expect(cycleAt(height, pox)).toEqual(cycle);
});

test('behavior: cycles count from the first burn height', () => {
  expect(cycleAt(141, { ...pox, firstBurnHeight: 100 })).toEqual({ id: 2, phase: 'reward', blocksLeft: 15 });
});

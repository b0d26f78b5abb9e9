import { expect, test } from 'vitest';
import { planTimeline } from '#dist/engines/common/boot-plan/timeline.js';
import { planSchedule } from '#dist/engines/embedded/schedule.js';

const pox = { rewardLength: 20, prepareLength: 5 };
const funding = { coinbaseKey: '11'.repeat(32), bitcoin: [], stacks: [] };
const payments = (amount: bigint, count = 1) => ({ ...funding, bitcoin: Array.from({ length: count }, () => ({ address: '', amount })) });

test.each([
  [20, 141],
  [10, 131],
  [50, 151],
  [2100, 2101],
])('default: before epoch 4.0, a reward cycle of %i blocks boots at %i', (rewardLength, ready) => {
  expect(planSchedule({ epoch: '3.4', pox: { ...pox, rewardLength }, funding })).toEqual({ firstBurnHeight: 0, ready });
});

test('default: in epoch 4.0, heights are those of real nodes', () => {
  const { firstBurnHeight, ready, epochHeights = {} } = planSchedule({ epoch: '4.0', pox, funding });
  expect({ firstBurnHeight, ready }).toEqual({ firstBurnHeight: 80, ready: 142 });
  const { epochs } = planTimeline({ epoch: '4.0', pox, funding });
  expect(Object.entries(epochHeights)).toEqual(epochs.map(({ name, height }) => [name, height]));
});

test.each([
  [2, 1],
  [3, 2],
  [4, 1],
])(
  'behavior: a network of epoch 4.0 is ready in a reward phase, also with cycles of %i blocks and %i to prepare',
  (rewardLength, prepareLength) => {
    const { firstBurnHeight, ready } = planSchedule({ epoch: '4.0', pox: { rewardLength, prepareLength }, funding });
    const position = (ready - firstBurnHeight) % rewardLength;
    expect(position).toBeGreaterThan(0);
    expect(position).toBeLessThanOrEqual(rewardLength - prepareLength);
  },
);

test.each(['3.4', '4.0'])('behavior: many payments need a higher boot height, so that their coins have matured: epoch %s', (epoch) => {
  const least = planSchedule({ epoch, pox, funding });
  const { ready } = planSchedule({ epoch, pox, funding: payments(1_000_000_000n, 300) });
  expect(ready).toBe(least.ready + 20);
});

test.each(['3.4', '4.0'])('error: more coins than the chain will ever have: epoch %s', (epoch) => {
  expect(() => planSchedule({ epoch, pox, funding: payments(2_000_000_000_000n) })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEpochHeights } from '#dist/engines/real-nodes/boot/preflight.js';
import { planTimeline, readyHeight } from '#dist/engines/real-nodes/boot/timeline.js';

const funding = { coinbaseKey: '11'.repeat(32), bitcoin: [], stacks: [] };
const pox = { rewardLength: 20, prepareLength: 5 };
const address = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const payments = (count: number) => ({ ...funding, bitcoin: Array.from({ length: count }, () => ({ address, amount: 1_000_000_000n })) });

test('default: the heights of the default configuration', () => {
  expect(planTimeline({ epoch: '3.4', pox, funding })).toMatchInlineSnapshot(`
    {
      "epochs": [
        {
          "height": 0,
          "name": "1.0",
        },
        {
          "height": 0,
          "name": "2.0",
        },
        {
          "height": 102,
          "name": "2.05",
        },
        {
          "height": 103,
          "name": "2.1",
        },
        {
          "height": 104,
          "name": "2.2",
        },
        {
          "height": 105,
          "name": "2.3",
        },
        {
          "height": 106,
          "name": "2.4",
        },
        {
          "height": 107,
          "name": "2.5",
        },
        {
          "height": 122,
          "name": "3.0",
        },
        {
          "height": 123,
          "name": "3.1",
        },
        {
          "height": 123,
          "name": "3.2",
        },
        {
          "height": 123,
          "name": "3.3",
        },
        {
          "height": 123,
          "name": "3.4",
        },
        {
          "height": 1000002,
          "name": "4.0",
        },
      ],
      "firstBlocks": 101,
      "nakamoto": 122,
      "ready": 123,
      "signerAt": 112,
      "stackAt": 109,
      "stackedBy": 118,
    }
  `);
});

test('behavior: epochs after the configured one never begin', () => {
  const { epochs } = planTimeline({ epoch: '3.1', pox, funding });
  expect(epochs.slice(-6).map(({ height }) => height)).toEqual([122, 123, 1_000_002, 1_000_002, 1_000_002, 1_000_002]);
});

test('behavior: more payments need more first blocks, not more tenures', () => {
  expect(planTimeline({ epoch: '3.4', pox, funding: payments(109) })).toMatchObject({ firstBlocks: 101, ready: 123 });
  expect(planTimeline({ epoch: '3.4', pox, funding: payments(200) })).toMatchObject({ firstBlocks: 121, nakamoto: 142, ready: 143 });
});

test('error: more coins than a chain can have', () => {
  expect(() => planTimeline({ epoch: '3.4', pox, funding: payments(3_000) })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'funding' }),
  );
});

test('behavior: the timeline of every valid reward cycle satisfies the rules of stacks-core', () => {
  const cycles = fc
    .integer({ min: 3, max: 200 })
    .chain((prepareLength) =>
      fc.record({ prepareLength: fc.constant(prepareLength), rewardLength: fc.integer({ min: prepareLength + 11, max: 1_000 }) }),
    );
  fc.assert(
    fc.property(cycles, fc.constantFrom('3.0' as const, '3.2' as const, '3.4' as const), (lengths, epoch) => {
      const timeline = planTimeline({ epoch, pox: lengths, funding });
      checkEpochHeights(timeline, lengths);
      expect(timeline.firstBlocks).toBeGreaterThanOrEqual(101);
      expect(timeline.stackAt).toBeLessThan(timeline.stackedBy);
      expect(timeline.ready).toBeGreaterThan(timeline.nakamoto);
      const position = timeline.ready % lengths.rewardLength;
      expect(position).toBeGreaterThanOrEqual(1);
      expect(lengths.rewardLength - lengths.prepareLength + 1 - position).toBeGreaterThanOrEqual(10);
    }),
  );
});

describe('the height of a ready network', () => {
  test.each([
    [121, 121],
    [126, 126],
    [127, 141],
    [139, 141],
    [140, 141],
  ])('from %i on: %i', (height, ready) => {
    expect(readyHeight(height, pox)).toBe(ready);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWorthKeeping, planTimeline, readyHeight, type Timeline } from '#dist/engines/common/boot-plan/timeline.js';
import { checkEpochHeights } from '#dist/engines/real-nodes/boot/preflight.js';
import { createAccounts } from '#dist/network/devnet/accounts.js';
import { planFunding } from '#dist/network/devnet/funding.js';
import { btcFaucetKeys } from '#dist/network/faucet/keys.js';
import { resolveOptions } from '#dist/project/config/resolve.js';

const funding = { coinbaseKey: '11'.repeat(32), bitcoin: [], stacks: [] };
const pox = { rewardLength: 20, prepareLength: 5 };
const address = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const payments = (count: number) => ({ ...funding, bitcoin: Array.from({ length: count }, () => ({ address, amount: 1_000_000_000n })) });

const heights = (timeline: Timeline) => Object.fromEntries(timeline.epochs.map(({ name, height }) => [name, height]));

test('default: the heights of the default configuration', () => {
  const { epochs, ...steps } = planTimeline({ epoch: '3.4', pox, funding });
  expect(epochs.map(({ name, height }) => `${name} ${height}`)).toEqual([
    ...['1.0 0', '2.0 80', '2.05 81', '2.1 81', '2.2 81', '2.3 81', '2.4 81', '2.5 82'],
    ...['3.0 122', '3.1 122', '3.2 122', '3.3 122', '3.4 122', '4.0 1000002'],
  ]);
  expect(steps).toEqual({ firstBurnHeight: 80, firstBlocks: 101, stackedBy: 115, tenures: [122], ready: 122, pox: 4 });
});

test('default: Epoch 4.0 begins in the cycle after 3.0, with one tenure in the prepare phase between them', () => {
  const timeline = planTimeline({ epoch: '4.0', pox, funding });
  expect(heights(timeline)).toMatchObject({ '2.0': 80, '2.1': 81, '2.5': 81, '3.0': 135, '3.4': 135, '4.0': 142 });
  expect(timeline).toMatchObject({ firstBurnHeight: 80, firstBlocks: 101, stackedBy: 115, tenures: [135, 136, 142], ready: 142, pox: 5 });
});

test('default: with the coins of the default accounts and faucet, cycles begin at Bitcoin block 80, before Epoch 4.0 at 100', async () => {
  const config = resolveOptions();
  const btcKeys = await btcFaucetKeys(config.faucet.btc.keys);
  const signersAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const accounts = Object.values(await createAccounts(config.accounts));
  const defaults = planFunding({ accounts, balances: config.balances, stxKeys: [], feePayers: [], btcKeys, signersAddress });
  const first = (epoch: '3.4' | '4.0') => planTimeline({ epoch, pox: config.pox, funding: defaults }).firstBurnHeight;
  expect([first('4.0'), first('3.4')]).toEqual([80, 100]);
});

test('behavior: epochs after the configured one never begin', () => {
  const { '3.0': first, '3.1': last, '3.2': next, '4.0': never } = heights(planTimeline({ epoch: '3.1', pox, funding }));
  expect([first, last, next, never]).toEqual([122, 122, 1_000_002, 1_000_002]);
});

test('behavior: more payments need more first blocks, not more tenures', () => {
  expect(planTimeline({ epoch: '3.4', pox, funding: payments(104) })).toMatchObject({ firstBlocks: 101, tenures: [122] });
  const more = planTimeline({ epoch: '3.4', pox, funding: payments(200) });
  expect(more).toMatchObject({ firstBurnHeight: 100, firstBlocks: 121, tenures: [142], ready: 142 });
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
    fc.property(cycles, fc.constantFrom('3.0' as const, '3.2' as const, '3.4' as const, '4.0' as const), (lengths, epoch) => {
      const timeline = planTimeline({ epoch, pox: lengths, funding });
      checkEpochHeights(timeline, lengths);
      expect(timeline.firstBlocks).toBeGreaterThanOrEqual(101);
      expect(timeline.firstBurnHeight).toBeLessThan(timeline.firstBlocks);
      expect(timeline.stackedBy - timeline.firstBlocks).toBeGreaterThanOrEqual(10);
      expect(timeline.tenures[0]).toBeGreaterThan(timeline.stackedBy + lengths.prepareLength);
      expect(timeline.ready).toBe(timeline.tenures.at(-1));
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

test('behavior: a kept network leaves two Bitcoin blocks for the boots from it, if its reward cycle has them', () => {
  const kept = (lengths: typeof pox) =>
    Array.from({ length: lengths.rewardLength }, (_, position) => position).filter((position) =>
      isWorthKeeping(100 * lengths.rewardLength + position, lengths),
    );
  expect(kept(pox)).toEqual([1, 2, 3, 4]);
  expect(kept({ rewardLength: 16, prepareLength: 5 })).toEqual([1, 2]);
  for (const position of kept(pox)) expect(readyHeight(2_000 + position + 2, pox)).toBe(2_000 + position + 2);
});

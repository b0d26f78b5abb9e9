import { expect, test } from 'vitest';
import { decay, NO_ROLLING_FEE, raise, requiredRate } from '#dist/bitcoin/node/mempool/rolling-fee.js';

const HOURS = 60 * 60;
const fee = { rate: 8_000, updatedAt: 1_000, falling: true };
const after = (seconds: number, fill: number) => decay(fee, { now: 1_000 + seconds, fill, incremental: 100n });

test('default: nothing is required before an eviction', () => {
  expect(requiredRate(NO_ROLLING_FEE, 100n)).toBe(0n);
  expect(decay(NO_ROLLING_FEE, { now: 1_000_000, fill: 0, incremental: 100n })).toBe(NO_ROLLING_FEE);
});

test('behavior: an eviction raises the rate, which then does not fall; a lower one changes nothing', () => {
  expect(raise(fee, 8_001n)).toEqual({ rate: 8_001, updatedAt: 1_000, falling: false });
  expect(raise(fee, 8_000n)).toBe(fee);
  const raised = { ...fee, falling: false };
  expect(decay(raised, { now: 1_000_000, fill: 0, incremental: 100n })).toBe(raised);
});

test.each([
  ['a full mempool', 1, 12],
  ['a half full one', 0.5, 12],
  ['one below a half', 0.49, 6],
  ['one of a quarter', 0.25, 6],
  ['one below a quarter', 0.24, 3],
  ['an empty one', 0, 3],
])('behavior: the rate of %s (%d) falls to a half in %i hours', (_name, fill, hours) => {
  expect(after(hours * HOURS, fill)).toEqual({ rate: 4_000, updatedAt: 1_000 + hours * HOURS, falling: true });
  expect(after(2 * hours * HOURS, fill).rate).toBeCloseTo(2_000);
});

test('behavior: it is updated after more than ten seconds', () => {
  expect(after(10, 1)).toBe(fee);
  expect(after(11, 1)).toMatchObject({ updatedAt: 1_011 });
});

test('behavior: below half of the incremental rate it ends', () => {
  // 8,000 falls to 50 in 7.32 half-lives.
  expect(after(7.32 * 12 * HOURS, 1).rate).toBeGreaterThanOrEqual(50);
  expect(after(7.33 * 12 * HOURS, 1)).toMatchObject({ rate: 0 });
  expect(decay({ ...fee, rate: 100 }, { now: 1_000 + 12 * HOURS, fill: 1, incremental: 100n }).rate).toBe(50);
});

test('behavior: the required rate is rounded, and while it falls not below the incremental one', () => {
  expect(requiredRate({ ...fee, rate: 8_000.5 }, 100n)).toBe(8_001n);
  expect(requiredRate({ ...fee, rate: 8_000.4 }, 100n)).toBe(8_000n);
  expect(requiredRate({ ...fee, rate: 60 }, 100n)).toBe(100n);
  expect(requiredRate({ ...fee, rate: 60, falling: false }, 100n)).toBe(60n);
  expect(requiredRate({ ...fee, rate: 0 }, 100n)).toBe(0n);
});

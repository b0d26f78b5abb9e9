import { expect, test } from 'vitest';
import { epochOf } from '#dist/clarity/epoch.js';
import { NO_STX, StxBalance, transferStx } from '#dist/clarity/state/stx-balance.js';
import { type LockClock, NEVER, type PoxVersion, unlockHeightsIn } from '#dist/clarity/state/unlock-heights.js';

const HEIGHTS = { 1: 104, 2: 110, 3: 120, 4: 142 };
const MAX = 2n ** 128n - 1n;

/** The clock of epoch 4.0, in which all unlock heights count. */
const at = (burnHeight: number): LockClock => ({ burnHeight, unlockHeights: unlockHeightsIn(epochOf('4.0'), HEIGHTS) });

const locked = (version: PoxVersion, unlockHeight: number) => new StxBalance(100n, { amount: 50n, unlockHeight, version });

/** A balance without prototypes, for comparisons. */
const shown = ({ unlocked, lock }: StxBalance) => ({ unlocked, lock });

test('default: a lock holds until its height', () => {
  const balance = locked(5, 200);
  expect(balance.availableAt(at(199))).toBe(100n);
  expect(balance.lockAt(at(199))).toEqual({ amount: 50n, unlockHeight: 200, version: 5 });
  expect(balance.availableAt(at(200))).toBe(150n);
  expect(balance.lockAt(at(200))).toBeUndefined();
  expect(shown(balance.canonicalAt(at(199)))).toEqual(shown(balance));
  expect(shown(balance.canonicalAt(at(200)))).toEqual({ unlocked: 150n, lock: undefined });
});

test('behavior: the locks of a version end at its unlock height at the latest', () => {
  for (const [version, height] of [1, 2, 3, 4].map((v) => [v as PoxVersion, HEIGHTS[v as 1 | 2 | 3 | 4]] as const)) {
    const balance = locked(version, 1000);
    expect([balance.availableAt(at(height - 1)), balance.availableAt(at(height))]).toEqual([100n, 150n]);
    expect(balance.effectiveUnlockHeight(at(0))).toBe(height);
    expect(locked(version, 90).effectiveUnlockHeight(at(0))).toBe(90);
  }
  expect(locked(5, 1000).effectiveUnlockHeight(at(0))).toBe(1000);
  expect(NO_STX.effectiveUnlockHeight(at(0))).toBe(0);
});

test('behavior: the unlock heights of versions 2, 3 and 4 count from epochs 2.2, 2.5 and 4.0 on', () => {
  expect(unlockHeightsIn(epochOf('2.1'), HEIGHTS)).toEqual({ 1: 104, 2: NEVER, 3: NEVER, 4: NEVER });
  expect(unlockHeightsIn(epochOf('2.2'), HEIGHTS)).toEqual({ 1: 104, 2: 110, 3: NEVER, 4: NEVER });
  expect(unlockHeightsIn(epochOf('2.5'), HEIGHTS)).toEqual({ 1: 104, 2: 110, 3: 120, 4: NEVER });
  expect(unlockHeightsIn(epochOf('3.4'), HEIGHTS)).toEqual({ 1: 104, 2: 110, 3: 120, 4: NEVER });
  expect(unlockHeightsIn(epochOf('4.0'), HEIGHTS)).toEqual(HEIGHTS);
});

test('behavior: a lock of nothing is no lock', () => {
  expect(shown(new StxBalance(7n, { amount: 0n, unlockHeight: 500, version: 5 }))).toEqual({ unlocked: 7n, lock: undefined });
});

test('behavior: debit and credit remove a lock that has ended; a received transfer does not', () => {
  const balance = locked(5, 200);
  expect(shown(balance.debit(40n, at(199)))).toEqual({ unlocked: 60n, lock: balance.lock });
  expect(shown(balance.debit(140n, at(200)))).toEqual({ unlocked: 10n, lock: undefined });
  expect(shown(balance.credit(5n, at(199)))).toEqual({ unlocked: 105n, lock: balance.lock });
  expect(shown(balance.credit(5n, at(200)))).toEqual({ unlocked: 155n, lock: undefined });
  expect(shown(balance.receive(5n))).toEqual({ unlocked: 105n, lock: balance.lock });
});

test('behavior: a transfer takes what is available', () => {
  const balance = locked(5, 200);
  expect([balance.canTransferAt(100n, at(199)), balance.canTransferAt(101n, at(199)), balance.canTransferAt(150n, at(200))]).toEqual([
    true,
    false,
    true,
  ]);
  const [sender, recipient] = transferStx(balance, locked(4, 150), 120n, at(200));
  expect(shown(sender)).toEqual({ unlocked: 30n, lock: undefined });
  expect(shown(recipient)).toEqual({ unlocked: 220n, lock: { amount: 50n, unlockHeight: 150, version: 4 } });
});

test('error: amounts beyond 128 bits, and more than is available', () => {
  expect(() => locked(5, 200).debit(101n, at(199))).toThrow('STX underflow');
  expect(() => new StxBalance(MAX).credit(1n, at(0))).toThrow('STX balance overflow');
  expect(() => new StxBalance(MAX).receive(1n)).toThrow('ArithmeticOverflow');
  expect(() => new StxBalance(MAX, { amount: 1n, unlockHeight: 9, version: 5 }).availableAt(at(9))).toThrow('STX overflow');
});

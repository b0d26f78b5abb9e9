import { expect, test } from 'vitest';
import { epochOf } from '#dist/clarity/epoch.js';
import { StxBalance } from '#dist/clarity/state/stx-balance.js';
import { extendStxLock, increaseStxLock, lockStx, replaceStxLock } from '#dist/clarity/state/stx-lock.js';
import { type LockClock, unlockHeightsIn } from '#dist/clarity/state/unlock-heights.js';

const unlockHeights = unlockHeightsIn(epochOf('4.0'), { 1: 104, 2: 110, 3: 120, 4: 142 });
const at = (burnHeight: number): LockClock => ({ burnHeight, unlockHeights });
const shown = ({ unlocked, lock }: StxBalance) => ({ unlocked, lock });

const staked = new StxBalance(100n, { amount: 50n, unlockHeight: 200, version: 5 });
const stacked = new StxBalance(100n, { amount: 50n, unlockHeight: 200, version: 4 });

test('default: an amount is locked, extended and increased', () => {
  const lock = lockStx(new StxBalance(150n), { amount: 50n, unlockHeight: 140, version: 4 }, at(130));
  expect(shown(lock)).toEqual({ unlocked: 100n, lock: { amount: 50n, unlockHeight: 140, version: 4 } });
  const extended = extendStxLock(lock, 4, 141, at(130));
  expect(shown(extended)).toEqual({ unlocked: 100n, lock: { amount: 50n, unlockHeight: 141, version: 4 } });
  expect(shown(increaseStxLock(extended, 4, 150n, at(130)))).toEqual({
    unlocked: 0n,
    lock: { amount: 150n, unlockHeight: 141, version: 4 },
  });
});

test('behavior: an account whose lock has ended, by its version too, can lock anew', () => {
  const relocked = lockStx(stacked, { amount: 150n, unlockHeight: 2080, version: 5 }, at(142));
  expect(shown(relocked)).toEqual({ unlocked: 0n, lock: { amount: 150n, unlockHeight: 2080, version: 5 } });
});

test('behavior: pox-5 may lower a lock', () => {
  expect(shown(replaceStxLock(staked, { amount: 10n, unlockHeight: 190 }, at(150)))).toEqual({
    unlocked: 140n,
    lock: { amount: 10n, unlockHeight: 190, version: 5 },
  });
});

test('behavior: an extension makes the lock one of its version', () => {
  expect(shown(extendStxLock(stacked, 5, 300, at(130))).lock).toEqual({ amount: 50n, unlockHeight: 300, version: 5 });
});

test('error: conditions that a caller must have checked', () => {
  const free = new StxBalance(10n);
  expect(() => lockStx(free, { amount: 0n, unlockHeight: 200, version: 5 }, at(150))).toThrow('cannot lock 0');
  expect(() => lockStx(free, { amount: 1n, unlockHeight: 150, version: 5 }, at(150))).toThrow('cannot end at burn height 150');
  expect(() => lockStx(free, { amount: 11n, unlockHeight: 200, version: 5 }, at(150))).toThrow('more STX than the account has');
  expect(() => lockStx(staked, { amount: 1n, unlockHeight: 200, version: 5 }, at(150))).toThrow('has a lock');
  expect(() => extendStxLock(free, 5, 200, at(150))).toThrow('has no lock');
  expect(() => extendStxLock(staked, 5, 150, at(150))).toThrow('cannot end at burn height 150');
  expect(() => increaseStxLock(staked, 5, 49n, at(150))).toThrow('cannot lower');
  expect(() => increaseStxLock(staked, 5, 151n, at(150))).toThrow('more STX than the account has');
  expect(() => increaseStxLock(stacked, 5, 60n, at(130))).toThrow('PoX 4, not 5');
  expect(() => replaceStxLock(stacked, { amount: 1n, unlockHeight: 200 }, at(130))).toThrow('PoX 4, not 5');
  expect(() => replaceStxLock(staked, { amount: 1n, unlockHeight: 150 }, at(150))).toThrow('cannot end at burn height 150');
});

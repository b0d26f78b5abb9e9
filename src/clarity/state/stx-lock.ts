import { InternalFailure } from '../failure.js';
import { StxBalance, type StxLock } from './stx-balance.js';
import type { LockClock, PoxVersion } from './unlock-heights.js';

/**
 * What PoX contracts do with balances (`STXBalanceSnapshot`, clarity/src/vm/database/structures.rs). The locking hook asks for each
 * condition first, so what these functions throw is a bug: an InternalFailure.
 */

/** Locks an amount until a burn height. The account must have no lock. */
export function lockStx(balance: StxBalance, { amount, unlockHeight, version }: StxLock, clock: LockClock): StxBalance {
  if (amount === 0n) throw new InternalFailure('cannot lock 0 µSTX');
  checkFuture(unlockHeight, clock);
  if (balance.lockAt(clock) !== undefined) throw new InternalFailure('cannot lock STX of an account that has a lock');
  return relock(balance, { amount, unlockHeight, version });
}

/** Sets another end of the lock, which becomes one of the given version. */
export function extendStxLock(balance: StxBalance, version: PoxVersion, unlockHeight: number, clock: LockClock): StxBalance {
  const { amount } = heldLock(balance, clock);
  checkFuture(unlockHeight, clock);
  return relock(balance, { amount, unlockHeight, version });
}

/** Sets another amount of the lock, which must be one of the given version, and lower. */
export function increaseStxLock(balance: StxBalance, version: PoxVersion, amount: bigint, clock: LockClock): StxBalance {
  const { unlockHeight, amount: before } = lockOf(balance, version, clock);
  if (before > amount) throw new InternalFailure('cannot lower a lock');
  return relock(balance, { amount, unlockHeight, version });
}

/** Replaces the lock of pox-5 by another one, of whatever amount. */
export function replaceStxLock(balance: StxBalance, lock: Omit<StxLock, 'version'>, clock: LockClock): StxBalance {
  lockOf(balance, 5, clock);
  checkFuture(lock.unlockHeight, clock);
  return relock(balance, { ...lock, version: 5 });
}

function relock(balance: StxBalance, lock: StxLock): StxBalance {
  const unlocked = balance.total - lock.amount;
  if (unlocked < 0n) throw new InternalFailure('cannot lock more STX than the account has');
  return new StxBalance(unlocked, lock);
}

function lockOf(balance: StxBalance, version: PoxVersion, clock: LockClock): StxLock {
  const lock = heldLock(balance, clock);
  if (lock.version !== version) throw new InternalFailure(`the lock is one of PoX ${lock.version}, not ${version}`);
  return lock;
}

function heldLock(balance: StxBalance, clock: LockClock): StxLock {
  const lock = balance.lockAt(clock);
  if (lock === undefined) throw new InternalFailure('the account has no lock');
  return lock;
}

function checkFuture(unlockHeight: number, { burnHeight }: LockClock): void {
  if (unlockHeight <= burnHeight) throw new InternalFailure(`a lock cannot end at burn height ${unlockHeight}, now is ${burnHeight}`);
}

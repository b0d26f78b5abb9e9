import { InternalFailure } from '../failure.js';
import { extendStxLock, increaseStxLock, lockStx, replaceStxLock } from '../state/stx-lock.js';
import type { LockingHost, PoxCall, StxLockEvent } from './host.js';
import { amountField, answerOf, heightField, principalField } from './pox-answer.js';

type Lock = { readonly amount: bigint; readonly unlockHeight: number };
type Staked = Lock & { readonly account: StxLockEvent['account'] };

/** The functions of `pox-5` that change a position without locking more: post-conditions can forbid them. */
const ACTIONS: ReadonlySet<string> = new Set(['unstake', 'unstake-sbtc', 'update-bond-registration', 'announce-l1-early-exit']);

/** The functions that change a lock. */
const STEPS: ReadonlyMap<string, (host: LockingHost, staked: Staked) => void> = new Map([
  ['stake', lock],
  ['register-for-bond', lock],
  ['stake-update', update],
  ['unstake', reschedule],
]);

/** Locks what a call of `pox-5` staked, and reports it (pox-locking/src/pox_5.rs). What the contract prints itself comes before that. */
export function lockStaked(host: LockingHost, { contract, fn, result, sender }: PoxCall): void {
  const step = STEPS.get(fn);
  const staked = step === undefined ? undefined : chargedAnswer(host, result);
  if (staked !== undefined) step?.(host, staked);
  // Also a failed attempt counts.
  if (ACTIONS.has(fn)) host.logPoxAction(sender);
  if (staked !== undefined) host.emitLock({ ...staked, contract });
}

/** The node counts a lock as a transfer, also if the call failed. */
function chargedAnswer(host: LockingHost, result: PoxCall['result']): Staked | undefined {
  host.charge('StxTransfer', 1);
  const answer = answerOf(result);
  if (answer === undefined) return undefined;
  return {
    account: principalField(answer, 'staker'),
    amount: amountField(answer, 'amount-ustx'),
    unlockHeight: heightField(answer, 'unlock-burn-height'),
  };
}

/** A lock that an account has carries over to the new position, which may have a lower amount. */
function lock(host: LockingHost, { account, amount, unlockHeight }: Staked): void {
  const { clock } = host;
  const balance = host.balanceOf(account);
  const held = balance.lockAt(clock);
  if (held === undefined) {
    host.setBalance(account, lockStx(balance, { amount, unlockHeight, version: 5 }, clock));
  } else {
    if (amount === 0n) throw new InternalFailure('cannot lock 0 µSTX');
    if (unlockHeight <= held.unlockHeight)
      throw new InternalFailure(`the lock cannot move from burn height ${held.unlockHeight} to ${unlockHeight}`);
    host.setBalance(account, replaceStxLock(balance, { amount, unlockHeight }, clock));
  }
  host.logStacking(account, amount);
}

function update(host: LockingHost, { account, amount, unlockHeight }: Staked): void {
  const { clock } = host;
  if (amount === 0n) throw new InternalFailure('cannot lock 0 µSTX');
  const extended = extendStxLock(host.balanceOf(account), 5, unlockHeight, clock);
  host.setBalance(account, increaseStxLock(extended, 5, amount, clock));
  host.logStacking(account, amount);
}

/** Sets the end of the lock; the amount stays, whatever the contract answered. */
function reschedule(host: LockingHost, { account, unlockHeight }: Staked): void {
  host.setBalance(account, extendStxLock(host.balanceOf(account), 5, unlockHeight, host.clock));
}

import { CheckFailure, InternalFailure, RuntimeFailure } from '../failure.js';
import type { StxBalance } from '../state/stx-balance.js';
import { extendStxLock, increaseStxLock, lockStx } from '../state/stx-lock.js';
import type { PrincipalValue } from '../values/value.js';
import type { LockingHost, StackingCall, StxLockEvent } from './host.js';
import { amountField, answerOf, heightField, principalField } from './pox-answer.js';
import { stackingEventOf } from './stacking-event.js';

/** The functions that change a lock. A delegate calls those whose name begins with `delegate-`. */
const STEPS: ReadonlyMap<string, (host: LockingHost, call: StackingCall) => Change | undefined> = new Map([
  ['stack-stx', lock],
  ['delegate-stack-stx', lock],
  ['stack-extend', extend],
  ['delegate-stack-extend', extend],
  ['stack-increase', increase],
  ['delegate-stack-increase', increase],
]);

type Change = { readonly account: PrincipalValue; readonly balance: StxBalance };

/**
 * Locks what a call stacked, and reports it with two events: one with what the call was about, made of the balance before, and one with the
 * lock (pox-locking/src/pox_1.rs to pox_4.rs).
 */
export function lockStacked(host: LockingHost, call: StackingCall): void {
  const { version, fn, contract } = call;
  const report = version === 1 ? undefined : stackingEventOf(host, call);
  const event = changeLock(host, call);
  // Asset maps have what owners stack themselves, from pox-4 on.
  if (event !== undefined && version === 4 && !fn.startsWith('delegate-')) host.logStacking(event.account, event.amount);
  if (version === 4 && fn === 'delegate-stx') logDelegation(host, call);
  if (report !== undefined) host.emitPrint(contract, report);
  if (event !== undefined) host.emitLock(event);
}

function changeLock(host: LockingHost, call: StackingCall): StxLockEvent | undefined {
  const { version, fn, contract } = call;
  const step = version === 1 && !fn.endsWith('stack-stx') ? undefined : STEPS.get(fn);
  if (step === undefined) return undefined;
  // The node counts a lock as a transfer, also if the call failed.
  host.charge('StxTransfer', 1);
  const change = step(host, call);
  if (change === undefined) return undefined;
  const { account, balance } = change;
  host.setBalance(account, balance);
  const { amount = 0n, unlockHeight = 0 } = balance.lock ?? {};
  return { account, amount, unlockHeight, contract };
}

function lock(host: LockingHost, { version, result }: StackingCall): Change | undefined {
  const answer = answerOf(result);
  if (answer === undefined) return undefined;
  const account = principalField(answer, 'stacker');
  const amount = amountField(answer, 'lock-amount');
  const unlockHeight = heightField(answer, 'unlock-burn-height');
  const balance = host.balanceOf(account);
  if (version === 1 && balance.lock?.version === 2) throw new RuntimeFailure('DefunctPoxContract');
  // Contracts know only their own locks.
  if (balance.lockAt(host.clock) !== undefined) throw new RuntimeFailure('PoxAlreadyLocked');
  return { account, balance: lockStx(balance, { amount, unlockHeight, version }, host.clock) };
}

function extend(host: LockingHost, { version, result }: StackingCall): Change | undefined {
  const answer = answerOf(result);
  if (answer === undefined) return undefined;
  const account = principalField(answer, 'stacker');
  const unlockHeight = heightField(answer, 'unlock-burn-height');
  return { account, balance: extendStxLock(host.balanceOf(account), version, unlockHeight, host.clock) };
}

function increase(host: LockingHost, { version, result }: StackingCall): Change | undefined {
  const answer = answerOf(result);
  if (answer === undefined) return undefined;
  const account = principalField(answer, 'stacker');
  return { account, balance: increaseStxLock(host.balanceOf(account), version, amountField(answer, 'total-locked'), host.clock) };
}

/** A delegation counts as stacking whether or not it succeeded, but only once in a savepoint. */
function logDelegation(host: LockingHost, { sender, args: [amount] }: StackingCall): void {
  if (amount?.kind !== 'uint') throw new InternalFailure('delegate-stx was called without an amount');
  if (host.hasStacked(sender)) throw new CheckFailure('PoxStxAssetMapOverwrite');
  host.logStacking(sender, amount.value);
}

import type { CostName } from '../costs/costs.js';
import type { Epoch } from '../epoch.js';
import type { StxBalance } from '../state/stx-balance.js';
import type { LockClock, PoxVersion } from '../state/unlock-heights.js';
import type { PrincipalValue, Value } from '../values/value.js';

/**
 * What the hook of PoX contracts (pox-locking/src/lib.rs) asks of the execution that it runs in. Everything happens in the savepoint of the
 * caller: that of the call itself is committed or rolled back before.
 */
export interface LockingHost {
  readonly epoch: Epoch;
  /** The height that contracts see as `burn-block-height`, and the unlock heights that count in the epoch. */
  readonly clock: LockClock;
  /** Charges the transaction. @throws CostFailure */
  charge(name: CostName, n: number): void;
  balanceOf(account: PrincipalValue): StxBalance;
  setBalance(account: PrincipalValue, balance: StxBalance): void;
  /** Reads a variable without a charge. */
  readVariable(contract: PrincipalValue, name: string): Value;
  /** Reads an entry of a map without a charge. */
  readMapEntry(contract: PrincipalValue, map: string, key: Value): Value | undefined;
  /** Returns whether the asset map of the savepoint has an entry of what an account stacked; those of outer savepoints do not count. */
  hasStacked(account: PrincipalValue): boolean;
  /** Enters into the asset map of the savepoint that an account stacked an amount, as `Epoch.sumsStacking` says. @throws RuntimeFailure */
  logStacking(account: PrincipalValue, amount: bigint): void;
  /** Enters into the asset map of the savepoint that an account tried to change its position, see post-conditions of the kind PoX. */
  logPoxAction(account: PrincipalValue): void;
  /** Appends an event of the type `stx_lock_event`. */
  emitLock(event: StxLockEvent): void;
  /** Appends an event of the type `contract_event` and the topic `print`, without a charge. */
  emitPrint(contract: PrincipalValue, value: Value): void;
}

export type StxLockEvent = {
  readonly account: PrincipalValue;
  /** All that is locked now, in µSTX. */
  readonly amount: bigint;
  readonly unlockHeight: number;
  readonly contract: PrincipalValue;
};

/** A call of a function of a PoX contract that returned. */
export type PoxCall = {
  readonly version: PoxVersion;
  readonly contract: PrincipalValue;
  readonly fn: string;
  /** Whether the function is a read-only one. */
  readonly isReadOnly: boolean;
  readonly args: readonly Value[];
  readonly result: Value;
  /** `tx-sender` of the caller. */
  readonly sender: PrincipalValue;
};

/** A call of one of the contracts of stacking: `pox`, `pox-2`, `pox-3`, `pox-4`. */
export type StackingCall = PoxCall & { readonly version: Exclude<PoxVersion, 5> };

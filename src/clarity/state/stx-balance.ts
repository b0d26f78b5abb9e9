import { InternalFailure, RuntimeFailure } from '../failure.js';
import type { LockClock, PoxVersion } from './unlock-heights.js';

/** Amounts are unsigned integers of 128 bits. */
const MAX_AMOUNT = 2n ** 128n - 1n;

/** STX that a PoX contract locked. */
export type StxLock = {
  /** In µSTX, above 0. */
  readonly amount: bigint;
  /** The burn height from which the STX are free again. */
  readonly unlockHeight: number;
  readonly version: PoxVersion;
};

/**
 * The STX of an account, in µSTX (`STXBalance`, clarity/src/vm/database/structures.rs). A balance never changes: what changes it returns a
 * new one.
 *
 * A lock stays in the balance after its end, until the balance changes. {@link canonicalAt} returns what the balance is worth at a height.
 */
export class StxBalance {
  /** What was never locked, or was unlocked when the balance last changed. */
  readonly unlocked: bigint;
  readonly lock: StxLock | undefined;

  /** @param lock a lock of nothing counts as no lock, as where the node stores it */
  constructor(unlocked: bigint, lock?: StxLock | undefined) {
    this.unlocked = unlocked;
    this.lock = lock?.amount === 0n ? undefined : lock;
  }

  /** @throws InternalFailure if the sum exceeds 128 bits */
  get total(): bigint {
    const total = this.unlocked + (this.lock?.amount ?? 0n);
    if (total > MAX_AMOUNT) throw new InternalFailure('STX overflow');
    return total;
  }

  /** Returns the lock that holds, if any. */
  lockAt(clock: LockClock): StxLock | undefined {
    return this.lock !== undefined && isHeld(this.lock, clock) ? this.lock : undefined;
  }

  /** Returns the balance without a lock that has ended (`canonical_repr_at_block`). */
  canonicalAt(clock: LockClock): StxBalance {
    return this.lock === undefined || isHeld(this.lock, clock) ? this : new StxBalance(this.total);
  }

  /** Returns what the account can spend. */
  availableAt(clock: LockClock): bigint {
    return this.canonicalAt(clock).unlocked;
  }

  canTransferAt(amount: bigint, clock: LockClock): boolean {
    return this.availableAt(clock) >= amount;
  }

  /** Returns the height at which the lock ends, by its version at the latest; 0 without one (`effective_unlock_height`). */
  effectiveUnlockHeight({ unlockHeights }: LockClock): number {
    if (this.lock === undefined) return 0;
    const { unlockHeight, version } = this.lock;
    return version === 5 ? unlockHeight : Math.min(unlockHeight, unlockHeights[version]);
  }

  /** Takes away an amount. @throws InternalFailure if less is available: callers ask {@link canTransferAt} first */
  debit(amount: bigint, clock: LockClock): StxBalance {
    const { unlocked, lock } = this.canonicalAt(clock);
    if (amount > unlocked) throw new InternalFailure('STX underflow');
    return new StxBalance(unlocked - amount, lock);
  }

  /** Adds an amount to the account of a mint or a refund. @throws InternalFailure if the sum exceeds 128 bits */
  credit(amount: bigint, clock: LockClock): StxBalance {
    const { unlocked, lock } = this.canonicalAt(clock);
    if (unlocked + amount > MAX_AMOUNT) throw new InternalFailure('STX balance overflow');
    return new StxBalance(unlocked + amount, lock);
  }

  /**
   * Adds an amount to the recipient of a transfer, which keeps a lock that has ended.
   * @throws RuntimeFailure if the sum exceeds 128 bits
   */
  receive(amount: bigint): StxBalance {
    if (this.unlocked + amount > MAX_AMOUNT) throw new RuntimeFailure('ArithmeticOverflow');
    return new StxBalance(this.unlocked + amount, this.lock);
  }
}

/** The balance of an account that nobody paid to. */
export const NO_STX = new StxBalance(0n);

/**
 * Returns the balances of the sender and the recipient, two accounts, after a transfer (`transfer_to`). @throws Failure as `debit`
 * and `receive`
 */
export function transferStx(sender: StxBalance, recipient: StxBalance, amount: bigint, clock: LockClock): [StxBalance, StxBalance] {
  const received = recipient.receive(amount);
  return [sender.debit(amount, clock), received];
}

function isHeld({ unlockHeight, version }: StxLock, { burnHeight, unlockHeights }: LockClock): boolean {
  return burnHeight < unlockHeight && (version === 5 || burnHeight < unlockHeights[version]);
}

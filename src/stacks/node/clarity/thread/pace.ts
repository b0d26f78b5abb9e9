import { uptimeMs } from '../../../../base/uptime.js';
import type { Pace } from '../../../../clarity/costs.js';

/** An execution that took longer than a node allows. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** How many units of runtime lie between two looks at the clock: some milliseconds. */
const STEP = 1_000_000;

/**
 * Returns a pace that ends an execution which takes too long.
 * @param deadline in ms
 * @param waited how long it waited for others, in ms: this does not count
 */
export function deadlinePace(deadline: number, waited: () => number): Pace {
  const begun = uptimeMs();
  return {
    step: STEP,
    reached() {
      const elapsed = uptimeMs() - begun - waited();
      // As a node says it (clarity/src/vm/mod.rs and resource_limiter.rs).
      if (elapsed >= deadline)
        throw new Overdue(`Evaluation took too much time: Elapsed time of ${Math.round(elapsed)} ms exceeds budget of ${deadline} ms.`);
    },
  };
}

/** An execution that is to go on in another thread. It had no effect, and is no failure of Clarity, so that no contract can catch it. */
export class Preempted extends Error {
  override readonly name = 'Preempted';
}

/** An execution that no other thread can do. It had no effect. */
export class NoThread extends Error {
  override readonly name = 'NoThread';
  /** Whether none can start at all. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

/** How long an execution may keep others waiting, in ms. */
const SHORT_BUDGET = 8;
/** How many units of runtime lie between two looks at the clock: about 50 µs. */
const SHORT_STEP = 20_000;

/** Returns a pace that ends an execution which keeps others waiting. Most are over before it looks at the clock. */
export function shortPace(): Pace {
  let end: number | undefined;
  return {
    step: SHORT_STEP,
    reached() {
      const now = uptimeMs();
      end ??= now + SHORT_BUDGET;
      if (now > end) throw new Preempted();
    },
  };
}

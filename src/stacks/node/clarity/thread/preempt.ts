import { uptimeMs } from '../../../../base/uptime.js';
import type { Pace } from '../../../../clarity/costs.js';

/** An execution that is to go on in another thread. It had no effect, and is no failure of Clarity, so that no contract can catch it. */
export class Preempted extends Error {
  override readonly name = 'Preempted';
}

/** How long an execution may keep others waiting, in ms. */
const BUDGET = 8;
/** How many units of runtime lie between two looks at the clock: about 50 µs. */
const STEP = 20_000;

/** Returns a pace that ends an execution which keeps others waiting. Most are over before it looks at the clock. */
export function shortPace(): Pace {
  let end: number | undefined;
  return {
    step: STEP,
    reached() {
      const now = uptimeMs();
      end ??= now + BUDGET;
      if (now > end) throw new Preempted();
    },
  };
}

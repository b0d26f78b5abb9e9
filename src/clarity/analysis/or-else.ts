import { TypeFailure } from '../failure.js';
import { StaticFailure } from './static-failure.js';
import type { StaticParts, StaticReason } from './static-messages.js';

/** Returns what a function of types returns, and reports whatever goes wrong in it for this reason. @throws StaticFailure */
export function orElse<T, R extends StaticReason>(make: () => T, reason: R, ...parts: StaticParts<R>): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeFailure || error instanceof StaticFailure) throw new StaticFailure(reason, ...parts);
    throw error;
  }
}

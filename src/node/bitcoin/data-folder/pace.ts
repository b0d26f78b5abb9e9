import { setImmediate } from 'node:timers/promises';
import { uptimeMs } from '../../../uptime.js';

/** How long work may keep requests waiting. */
const TURN_MS = 20;

/** Call it between steps of long work: it lets requests be answered. */
export type Pace = () => Promise<void>;

/** Returns a pace that rejects once the signal aborts. */
export function createPace(signal: AbortSignal): Pace {
  let start = uptimeMs();
  return async () => {
    if (uptimeMs() - start < TURN_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    start = uptimeMs();
  };
}

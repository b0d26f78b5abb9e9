import { uptimeMs } from './uptime.js';

/** After how many milliseconds of work other tasks of the event loop get their turn. */
const SLICE = 5;

/** Returns what long work has to await between its parts: timers and requests get their turn after a few milliseconds. */
export function createTurns(): () => Promise<void> {
  let begun = uptimeMs();
  return async () => {
    if (uptimeMs() - begun < SLICE) return;
    await new Promise(setImmediate);
    begun = uptimeMs();
  };
}

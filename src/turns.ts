import { uptimeMs } from './uptime.js';

/** After how many milliseconds of work other tasks of the event loop get their turn. */
const SLICE = 5;

/** Converts items one by one, and gives other tasks of the event loop their turn. */
export async function mapInTurns<T, R>(items: Iterable<T>, convert: (item: T) => R): Promise<R[]> {
  const turn = createTurns();
  const converted: R[] = [];
  for (const item of items) {
    await turn();
    converted.push(convert(item));
  }
  return converted;
}

/** Returns what long work has to await between its parts: timers and requests get their turn after a few milliseconds. */
export function createTurns(): () => Promise<void> {
  let begun = uptimeMs();
  return async () => {
    if (uptimeMs() - begun < SLICE) return;
    await new Promise(setImmediate);
    begun = uptimeMs();
  };
}

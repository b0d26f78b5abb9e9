import { uptimeMs } from './uptime.js';

/** After how many milliseconds of work other tasks of the event loop get their turn. */
const SLICE = 5;

/** Does work in steps: other tasks of the event loop get their turn between them. @returns what the steps return */
export async function inTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const giveWay = createTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await giveWay();
  }
}

/** Does the same work at once. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

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

/** What long work awaits between its parts. */
export type Turn = () => Promise<void>;

/**
 * Returns what long work has to await between its parts: timers and requests get their turn after a few milliseconds.
 * @param signal ends the work: the turn after its abort rejects with its reason
 */
export function createTurns(signal?: AbortSignal): Turn {
  let begun = uptimeMs();
  return async () => {
    if (uptimeMs() - begun < SLICE) return;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    begun = uptimeMs();
  };
}

/** The most requests that begin in one turn, so that a turn costs little however many wait. */
const MOST = 64;

/**
 * Returns what each of many requests has to await before its work. All that fit into a few milliseconds begin at once. The others begin in
 * their order, as many in each turn of the event loop as fit into a few milliseconds, and other tasks get their turn between these.
 * @returns undefined for a request that need not wait
 */
export function createEntrance(): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  /** When this turn of the event loop began for requests; undefined if none did. */
  let begun: number | undefined;
  const startTurn = (): void => {
    begun = waiting.length === 0 ? undefined : uptimeMs();
    if (begun === undefined) return;
    setImmediate(startTurn);
    for (let count = Math.min(waiting.length - 1, MOST); count > 0; count--) setImmediate(admit);
    admit();
  };
  /** The work of the request follows this callback, before the next one. */
  const admit = (): void => {
    if (begun !== undefined && uptimeMs() - begun < SLICE) waiting.shift()?.();
  };
  return () => {
    if (begun === undefined) {
      begun = uptimeMs();
      setImmediate(startTurn);
      return undefined;
    }
    if (waiting.length === 0 && uptimeMs() - begun < SLICE) return undefined;
    return new Promise((resolve) => waiting.push(resolve));
  };
}

/** That of all servers in this process: they share its event loop. */
export const enter = createEntrance();

/** Returns a function that calls tasks in their order, each once: at once, or after the turns of other work if there are many. */
export function createTurnQueue(): (task: () => void) => void {
  const tasks = new Set<() => void>();
  let isRunning = false;
  const run = (): void => {
    const begun = uptimeMs();
    for (const task of tasks) {
      tasks.delete(task);
      task();
      if (tasks.size === 0 || uptimeMs() - begun < SLICE) continue;
      setImmediate(run);
      return;
    }
    isRunning = false;
  };
  return (task) => {
    tasks.add(task);
    if (isRunning) return;
    isRunning = true;
    run();
  };
}

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

/** Returns what long work has to await between its parts: timers and requests get their turn after a few milliseconds. */
export function createTurns(): () => Promise<void> {
  let begun = uptimeMs();
  return async () => {
    if (uptimeMs() - begun < SLICE) return;
    await new Promise(setImmediate);
    begun = uptimeMs();
  };
}

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

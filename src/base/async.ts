/**
 * Runs `task` at the first call and returns its result to all callers. After a failure, which waiting callers share, the next call retries.
 */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= task().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** A task that runs once at a time: calls during a run share that run, and later calls start a new one. */
export type SingleFlight<T> = {
  run(): Promise<T>;
  running(): boolean;
};

export function createSingleFlight<T>(task: () => Promise<T>): SingleFlight<T> {
  let flight: Promise<T> | undefined;
  return {
    run() {
      flight ??= task().finally(() => {
        flight = undefined;
      });
      return flight;
    },
    running: () => flight !== undefined,
  };
}

/** Runs a task one at a time. Calls during a run share the next one, so that each call gets a run that began after it. */
export function shareRuns<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    next = undefined;
    running = task().finally(() => {
      // The next run begins only turns later. Until then, calls share it.
      if (next === undefined) running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return run();
    next ??= running.then(run, run);
    return next;
  };
}

/** Runs tasks one after another, in the order of their calls. */
export type Mutex = {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Returns the number of running and waiting tasks. */
  load(): number;
};

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  let load = 0;
  return {
    load: () => load,
    run(task) {
      load++;
      const result = tail.then(task).finally(() => load--);
      tail = result.catch(() => undefined);
      return result;
    },
  };
}

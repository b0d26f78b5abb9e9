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

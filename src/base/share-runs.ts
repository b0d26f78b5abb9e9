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

/** What ends a task: a signal, and the error that the task then sees. */
type End = {
  signal: AbortSignal | undefined;
  /** @default the reason of the signal */
  reason?: ((signal: AbortSignal) => unknown) | undefined;
};

/**
 * Runs a task with a signal that fires with the first of others. `AbortSignal.any` would do the same, but on Node 20 a signal as long-lived
 * as that of a connection keeps a reference to each one made of it.
 * @throws the reason of a signal that has fired already, and whatever the task throws
 */
export async function endedBy<T>(ends: readonly End[], task: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const listeners = ends.flatMap(({ signal, reason = (fired) => fired.reason }) => {
    return signal === undefined ? [] : [{ signal, onAbort: (): void => ending.abort(reason(signal)) }];
  });
  for (const { signal, onAbort } of listeners) {
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  }
  try {
    ending.signal.throwIfAborted();
    return await task(ending.signal);
  } finally {
    for (const { signal, onAbort } of listeners) signal.removeEventListener('abort', onAbort);
  }
}

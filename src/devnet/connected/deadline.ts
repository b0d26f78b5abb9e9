import { DevnetError } from '../../error.js';

/**
 * Runs a task with a signal that fires with another one, or after a time. `AbortSignal.any` would do the same, but on Node 20 a signal as
 * long-lived as that of a connection keeps a reference to each one made of it.
 * @param timeoutMs no limit if undefined
 * @throws DevnetError TIMEOUT with `message`, the reason of `signal`, and whatever the task throws
 */
export async function within<T>(
  timeoutMs: number | undefined,
  message: string,
  signal: AbortSignal | undefined,
  task: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => ending.abort(new DevnetError('TIMEOUT', message)), timeoutMs);
  try {
    return await task(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

import { DevnetError } from '../../error.js';

type Bounds = {
  /** What is waited for, as the end of "the wait for … was aborted". */
  what: string;
  signal: AbortSignal | undefined;
  closed: AbortSignal;
};

/**
 * Runs a task with a signal that fires with the caller's or with the end of the connection. `AbortSignal.any` would do the same, but
 * on Node 20 a signal as long-lived as `closed` keeps a reference to each one made of it.
 * @throws DevnetError ABORTED when the caller's signal fired, and whatever the task throws
 */
export async function bound<T>({ what, signal, closed }: Bounds, task: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const onClosed = (): void => ending.abort(closed.reason);
  const onAbort = (): void => ending.abort(new DevnetError('ABORTED', `the wait for ${what} was aborted`, { cause: signal?.reason }));
  if (closed.aborted) onClosed();
  if (signal?.aborted) onAbort();
  closed.addEventListener('abort', onClosed, { once: true });
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    ending.signal.throwIfAborted();
    return await task(ending.signal);
  } finally {
    closed.removeEventListener('abort', onClosed);
    signal?.removeEventListener('abort', onAbort);
  }
}

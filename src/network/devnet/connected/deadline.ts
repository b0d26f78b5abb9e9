import { DevnetError } from '../../../base/error.js';
import { endedBy } from './ended-by.js';

/**
 * Runs a task with a signal that fires with another one, or after a time.
 * @param timeoutMs no limit if undefined
 * @throws DevnetError TIMEOUT with `message`, the reason of `signal`, and whatever the task throws
 */
export async function within<T>(
  timeoutMs: number | undefined,
  message: string,
  signal: AbortSignal | undefined,
  task: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => late.abort(new DevnetError('TIMEOUT', message)), timeoutMs);
  try {
    return await endedBy([{ signal }, { signal: late.signal }], task);
  } finally {
    clearTimeout(timer);
  }
}

import { DevnetError } from '../../../base/error.js';
import { endedBy } from './ended-by.js';

type Bounds = {
  /** What is waited for, as the end of "the wait for … was aborted". */
  what: string;
  signal: AbortSignal | undefined;
  closed: AbortSignal;
};

/**
 * Runs a task with a signal that fires with the caller's or with the end of the connection.
 * @throws DevnetError ABORTED when the caller's signal fired, and whatever the task throws
 */
export function bound<T>({ what, signal, closed }: Bounds, task: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const aborted = ({ reason }: AbortSignal) => new DevnetError('ABORTED', `the wait for ${what} was aborted`, { cause: reason });
  return endedBy([{ signal: closed }, { signal, reason: aborted }], task);
}

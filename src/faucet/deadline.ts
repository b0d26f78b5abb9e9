import { checkTimeout, type WaitOptions } from '../wait.js';

/** One deadline for all the waits of a request: what is left of it is handed to each. */
export type Deadline = { left(): WaitOptions };

/** @throws DevnetError INVALID_INPUT */
export function startDeadline({ timeoutMs = 30_000, signal }: WaitOptions): Deadline {
  checkTimeout(timeoutMs);
  const end = performance.now() + timeoutMs;
  return { left: () => ({ timeoutMs: Math.max(0, Math.ceil(end - performance.now())), signal }) };
}

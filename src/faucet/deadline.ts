import { checkTimeout, type WaitOptions } from '../wait.js';

/** One deadline for all waits of a request; `left` returns the remaining time. */
export type Deadline = { left(): WaitOptions };

/** @throws DevnetError INVALID_INPUT */
export function startDeadline({ timeoutMs = 30_000, signal }: WaitOptions): Deadline {
  checkTimeout(timeoutMs);
  const end = performance.now() + timeoutMs;
  return { left: () => ({ timeoutMs: Math.max(0, Math.ceil(end - performance.now())), signal }) };
}

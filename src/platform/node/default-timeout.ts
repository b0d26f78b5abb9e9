import { availableParallelism, loadavg } from 'node:os';
import type { Environment } from './environment.js';

/** How long a wait lasts by default on an idle machine if its engine does not say, in ms. */
export const USUAL_WAIT_MS = 30_000;

/** On a slow machine, waits last so many times as long. */
const SLOW = 3;
/** A machine is busy if its load average of the last minute is above so many times the number of its cores. */
const BUSY = 2;

type Machine = {
  /** @default whether `CI` is set */
  isOfCi?: boolean | undefined;
  /** Running and waiting processes. @default the load average of the last minute; always 0 on Windows */
  load?: number | undefined;
  /** @default those that this process may use */
  cores?: number | undefined;
};

/**
 * Returns the default of `timeoutMs`: longer on a machine of a CI service, which is slow, and on a busy one.
 * @param usualMs the default on an idle machine, in ms
 */
export function defaultTimeout(usualMs: number, machine: Machine = {}): number {
  const { isOfCi = isCi(), load = loadavg()[0] ?? 0, cores = availableParallelism() } = machine;
  return isOfCi || load > BUSY * cores ? usualMs * SLOW : usualMs;
}

/** Whether this is a machine of a CI service. @param env @default this process's environment */
export function isCi(env: Environment = process.env): boolean {
  return !['', '0', 'false'].includes(env['CI'] ?? '');
}

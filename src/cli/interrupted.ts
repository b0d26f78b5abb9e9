import { constants } from 'node:os';
import type { Termination } from './termination.js';

/** Returns the exit status of a command that a signal has ended. */
export function interrupted(termination: Termination): number {
  return 128 + constants.signals[signalName(termination)];
}

/** Returns the signal that ends this process; for other reasons, SIGTERM. */
export function signalName({ signal: { reason } }: Termination): 'SIGINT' | 'SIGTERM' | 'SIGHUP' {
  const name = reason instanceof Error ? reason.message : '';
  return name === 'SIGINT' || name === 'SIGHUP' ? name : 'SIGTERM';
}

import { CommanderError } from 'commander';
import { DevnetError, type DevnetErrorCode } from '../base/error.js';

/** The exit statuses that `docs/cli.md` documents for scripts. */
export const exitStatus = { done: 0, failed: 1, usage: 2, notReachable: 3, portTaken: 4, timeout: 5, unsupported: 6 } as const;

/** Returns the exit status for an error. */
export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.done : exitStatus.usage;
  return (error instanceof DevnetError ? statusOfCode[error.code] : undefined) ?? exitStatus.failed;
}

const statusOfCode: Partial<Record<DevnetErrorCode, number>> = {
  INVALID_INPUT: exitStatus.usage,
  NOT_REACHABLE: exitStatus.notReachable,
  NOT_READY: exitStatus.notReachable,
  PORT_TAKEN: exitStatus.portTaken,
  TIMEOUT: exitStatus.timeout,
  UNSUPPORTED: exitStatus.unsupported,
  MISSING: exitStatus.unsupported,
};

import { CommanderError } from 'commander';
import { DevnetError, type DevnetErrorCode } from '../error.js';

/** What the process ends with; `docs/cli.md` promises these numbers to scripts. */
export const exitStatus = { done: 0, failed: 1, usage: 2, notReachable: 3, portTaken: 4, deadline: 5, lacking: 6 } as const;

/** The exit status that tells an error's kind. */
export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.done : exitStatus.usage;
  return (error instanceof DevnetError ? statusOfCode[error.code] : undefined) ?? exitStatus.failed;
}

const statusOfCode: Partial<Record<DevnetErrorCode, number>> = {
  INVALID_INPUT: exitStatus.usage,
  NOT_REACHABLE: exitStatus.notReachable,
  NOT_READY: exitStatus.notReachable,
  PORT_TAKEN: exitStatus.portTaken,
  TIMEOUT: exitStatus.deadline,
  UNSUPPORTED: exitStatus.lacking,
  MISSING: exitStatus.lacking,
};

import { dirname, sep } from 'node:path';
import { DevnetError, invalid } from '../../base/error.js';
import type { ResolvedConfig } from '../../project/config.js';

/** @throws DevnetError UNSUPPORTED unless each mutant can have a network of its own, whose contracts come from files */
export function checkNetwork({ engine, fork, pool, state, loadState }: ResolvedConfig): void {
  const refuse = (field: string, message: string): never => {
    throw new DevnetError('UNSUPPORTED', `${field}: ${message}`, { field });
  };
  if (engine !== 'embedded') refuse('engine', `mutants run on the embedded engine, not on ${engine}. Remove the setting.`);
  if (pool !== undefined) refuse('pool', 'each mutant needs a network of its own. Remove the setting (DEVNET_POOL).');
  if (fork.url !== undefined) refuse('fork', 'the contracts of a fork come from its origin, and mutants from files. Remove the setting.');
  if (state !== undefined || loadState !== undefined)
    refuse('state', 'a stored state has the contracts without a change. Remove the setting.');
}

/**
 * Returns the folder that each worker copies: the one in which the command runs, or the project around it. @throws
 * DevnetError INVALID_INPUT
 */
export function folderToCopy({ project }: ResolvedConfig, cwd: string): string {
  if (typeof project !== 'string') return cwd;
  const root = dirname(project);
  if (`${root}${sep}`.startsWith(`${cwd}${sep}`)) return cwd;
  if (`${cwd}${sep}`.startsWith(`${root}${sep}`)) return root;
  throw invalid(
    'project',
    `a project in ${cwd} or around it`,
    project,
    'Run the command in the folder that has the project and its tests.',
  );
}

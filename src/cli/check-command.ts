import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { DevnetError } from '../base/error.js';
import type { Context } from './context.js';

/** The exit statuses of shells for a missing command, and for a file that is not executable. */
export const NOT_FOUND = 127;
export const NOT_EXECUTABLE = 126;

/** A command that cannot be run: the error, and the exit status of shells for it. */
export type CommandFault = { error: DevnetError; status: typeof NOT_FOUND | typeof NOT_EXECUTABLE };

/**
 * Looks for the program of a command as the system does, before a network starts for it.
 * @returns why it cannot be run; undefined if it can, or if only the system knows: on Windows, and without a `PATH`
 */
export async function checkCommand(file: string, { cwd, env }: Pick<Context, 'cwd' | 'env'>): Promise<CommandFault | undefined> {
  const search = env['PATH'];
  if (process.platform === 'win32') return undefined;
  if (!file.includes('/') && !search) return undefined;
  const folders = file.includes('/') ? [''] : (search ?? '').split(path.delimiter);
  let isPresent = false;
  for (const folder of folders) {
    const found = await lookAt(path.resolve(cwd, folder, file));
    if (found === 'executable') return undefined;
    isPresent ||= found === 'present';
  }
  return commandFault(file, isPresent ? NOT_EXECUTABLE : NOT_FOUND);
}

/** Creates the error for a command that the system could not start. */
export function commandFault(file: string, status: CommandFault['status']): CommandFault {
  const why = status === NOT_FOUND ? 'no such program' : 'it is not executable';
  return { status, error: new DevnetError('NOT_FOUND', `${file} cannot be run: ${why}`, { field: 'command', received: file }) };
}

async function lookAt(file: string): Promise<'missing' | 'present' | 'executable'> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return 'missing';
  if (!found.isFile()) return 'present';
  return access(file, constants.X_OK).then(
    () => 'executable',
    () => 'present',
  );
}

import { DevnetError } from '../../../base/error.js';

/**
 * Runs work that writes to a folder of the engine, and converts errors of the file system.
 * @throws DevnetError MISSING if the disk is full or the folder cannot be written; any other error as it is
 */
export async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, folder);
  }
}

function fileError(error: unknown, folder: string): unknown {
  const cause = error instanceof Error && 'code' in error ? (error as NodeJS.ErrnoException) : undefined;
  // ENOENT of anything but a new folder is a missing source.
  if (cause?.code === 'ENOENT' && cause.syscall !== 'mkdir') return error;
  switch (cause?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new DevnetError('MISSING', `the disk of ${folder} is full`, {
        expected: 'space for the state of the nodes',
        received: cause.message,
        hint: `df -h ${folder}`,
        cause,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
      return new DevnetError('MISSING', `${folder} cannot be written: ${cause.message}`, {
        expected: 'a folder that this user can write',
        received: cause.message,
        hint: 'Set XDG_STATE_HOME to another folder.',
        cause,
      });
    default:
      return error;
  }
}

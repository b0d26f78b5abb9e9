import { DevnetError } from '../../error.js';

/**
 * Does what writes to the engine's folders and says why that failed in the words of who can mend it.
 * @throws DevnetError MISSING when the disk is full or the folder cannot be written; anything else as it is
 */
export async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, folder);
  }
}

function fileError(error: unknown, folder: string): unknown {
  const cause = error instanceof Error && 'code' in error ? error : undefined;
  switch (cause?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new DevnetError('MISSING', `no room is left on the disk of ${folder}`, {
        expected: 'room for the state of the nodes',
        received: cause.message,
        hint: `df -h ${folder}`,
        cause,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
      return new DevnetError('MISSING', `${folder} cannot be written: ${cause.message}`, {
        expected: 'a folder that this user can write',
        received: cause.message,
        hint: 'XDG_STATE_HOME names another place',
        cause,
      });
    default:
      return error;
  }
}

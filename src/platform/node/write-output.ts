import { realpath, rm, stat, writeFile } from 'node:fs/promises';
import { type DevnetError, invalid, messageOf } from '../../base/error.js';
import { isMissing } from './read-if-exists.js';
import { writeWhole } from './write-whole.js';

/**
 * Writes a file that a user asked for. A failure leaves the file as it was.
 * @param field names the option that has the path @param mode the permissions of a new file
 * @throws DevnetError INVALID_INPUT naming the file and the reason
 */
export async function writeOutput(field: string, file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  try {
    const present = await stat(file).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (present === undefined) await writeWhole(file, content, mode);
    // A link stays a link.
    else if (present.isFile()) await writeWhole(await realpath(file), content, present.mode & 0o777);
    // Such as /dev/stdout.
    else await writeFile(file, content);
  } catch (error) {
    throw notWritable(field, file, error);
  }
}

/**
 * Writes a file unless there is one; a failure leaves none. @returns whether it wrote the file
 * @throws DevnetError as {@link writeOutput}
 */
export async function writeNewOutput(field: string, file: string, content: string | Uint8Array, mode = 0o666): Promise<boolean> {
  try {
    await writeFile(file, content, { mode, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    await rm(file, { force: true }).catch(() => undefined);
    throw notWritable(field, file, error);
  }
}

function notWritable(field: string, file: string, error: unknown): DevnetError {
  const code = codeOf(error);
  const advice = code === 'ENOSPC' || code === 'EDQUOT' ? 'Free space on its disk, and try again.' : 'Choose a path that you can write.';
  // Beside the path, which is shortened if it is long.
  return invalid(field, 'a file that can be written', file, `${messageOf(error)}. ${advice}`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

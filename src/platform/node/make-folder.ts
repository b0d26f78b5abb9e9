import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and the ones above it that are missing. A folder that exists stays as it is.
 *
 * `mkdir` of Node with `recursive` never ends in a folder that exists but reports ENOENT for a new one, as `/proc` does. This function
 * tries each folder at most twice.
 * @param mode the permissions of the new folders @default those of the process's umask
 * @throws the system's error, which names the folder
 */
export function makeFolder(folder: string, mode?: number): void {
  const failure = tryToMake(folder, mode);
  if (failure === undefined) return;
  if (failure.code !== 'ENOENT' || dirname(folder) === folder) throw failure;
  makeFolder(dirname(folder), mode);
  const second = tryToMake(folder, mode);
  if (second !== undefined) throw second;
}

/** Returns why there is no such folder; undefined if there is one now. */
function tryToMake(folder: string, mode: number | undefined): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // A read-only disk or a missing permission is reported even for a folder that exists.
    return isFolder(folder) ? undefined : (error as NodeJS.ErrnoException);
  }
  return undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

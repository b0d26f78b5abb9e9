import { accessSync, constants, lstatSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { stateDirectory } from './directories.js';
import type { Environment } from './environment.js';
import { makeFolder } from './make-folder.js';

/** Returns the folder for the state of runs where the state folder cannot be written, as in a read-only home: one of this user. */
function temporaryStateFolder(env: Environment): string {
  // A container may have no name for the user.
  const user = process.getuid?.() ?? userInfo().username;
  return join(env['TMPDIR'] || tmpdir(), `stacks-devnet-${user}`);
}

/** Returns the folders that can have the state of this user's runs. They need not exist. */
export function stateFolders(env: Environment): string[] {
  const temporary = temporaryStateFolder(env);
  return [stateDirectory(env), ...(isOthers(temporary) ? [] : [temporary])];
}

/** Returns the first folder for the state of runs that this user can write or create, else the state folder. Creates nothing. */
export function usableStateFolder(env: Environment): string {
  return stateFolders(env).find(canWrite) ?? stateDirectory(env);
}

/**
 * Creates a folder below {@link usableStateFolder}, which no other user can read. In a folder that is writable but takes no new ones, as
 * `/proc` is for root, it uses the next of {@link stateFolders}.
 * @throws the file system's error for the first of them
 */
export function createStateFolder(env: Environment, name: string): string {
  const usable = usableStateFolder(env);
  const failures: unknown[] = [];
  for (const state of new Set([usable, ...stateFolders(env)])) {
    try {
      const folder = join(state, name);
      makeFolder(folder, 0o700);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/** Whether another user made the folder, or can write it: everybody can make folders in the temporary one. */
function isOthers(folder: string): boolean {
  try {
    const found = lstatSync(folder);
    return process.getuid !== undefined && (!found.isDirectory() || found.uid !== process.getuid() || (found.mode & 0o022) !== 0);
  } catch {
    // It is not there, or its place cannot be read.
    return false;
  }
}

/** Whether this user can write the folder, or create it in the next one above that exists. */
function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return lstatSync(folder).isDirectory();
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder;
    return isAbsent && canWrite(dirname(folder));
  }
}

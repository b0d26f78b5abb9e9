import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.js';

/** The prefix before the pid of a folder's process. */
const PREFIX = 'stacks-devnet-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-`);

/** Creates a temporary folder of this process. The caller removes it. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), temporaryName('')));
}

/** Returns the name of a file or folder in the folder for temporary files, which is removed once this process has ended. */
export function temporaryName(end: string): string {
  return `${PREFIX}${process.pid}-${end}`;
}

/** Removes the files and folders of processes that were killed. @returns the paths */
export async function sweepTemporaryFolders(): Promise<string[]> {
  const swept: string[] = [];
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    // Fails for folders of other users.
    await rm(path, { recursive: true, force: true }).then(
      () => swept.push(path),
      () => undefined,
    );
  }
  return swept;
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before the pid of the process that a folder belongs to. */
const PREFIX = 'stacks-devnet-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-`);

/** A new folder in the system's place for what goes with the process; whoever makes it removes it. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Removes the folders of processes that were killed. @returns the paths */
export async function sweepTemporaryFolders(): Promise<string[]> {
  const swept: string[] = [];
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    // Another user's is not ours to remove.
    await rm(path, { recursive: true, force: true }).then(
      () => swept.push(path),
      () => undefined,
    );
  }
  return swept;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

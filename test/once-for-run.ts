import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { SHARED } from './temporary-folder.js';

/**
 * Makes a folder once for all test files of a run: the first file that asks makes it, the others wait. The run removes it at its end.
 * @param make writes into a folder, which does not exist yet
 */
export async function onceForRun(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const shared = path.join(inject('temporaryFolder'), SHARED);
  const [made, partial, failed] = [path.join(shared, name), path.join(shared, `${name}.partial`), path.join(shared, `${name}.failed`)];
  if (isFirst(path.join(shared, `${name}.begun`))) {
    try {
      await make(partial);
      renameSync(partial, made);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  while (!existsSync(made)) {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
    await setTimeout(50);
  }
  return made;
}

/** Only one process creates a folder. */
function isFirst(folder: string): boolean {
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    temporaryFolder: string;
  }
}

/** The pid of the run follows. */
const PREFIX = 'devnet-tests-';
/** What files of a run share: `once-for-run.ts` makes it. */
export const SHARED = 'shared';
/** Caches of tools. */
const KEPT_BY_TOOLS = /^(?:jest_\w+|tsx-\w+|node-compile-cache|node-jiti|playwright-transform-cache-\d+)$/;

/**
 * Creates the temporary folder of a test run. `own-temporary-folder.ts` creates one in it for each file, which the processes of its tests
 * use too. The run fails if anything remains in them. Removes the folders of runs that were killed.
 */
export default function setUp({ provide }: TestProject): () => void {
  const parent = tmpdir();
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    if (!runs(Number.parseInt(name.slice(PREFIX.length), 10))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  provide('temporaryFolder', folder);
  return () => {
    const left = contents(folder)
      .filter((file) => file !== SHARED)
      .flatMap((file) => contents(join(folder, file)).map((name) => join(file, name)));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`the tests left in their temporary folder: ${left.join(', ')}`);
  };
}

/** Returns the names in a folder. */
function contents(folder: string): string[] {
  return readdirSync(folder).filter((name) => !KEPT_BY_TOOLS.test(name));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

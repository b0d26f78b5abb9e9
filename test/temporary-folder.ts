import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before the pid of the run that a folder belongs to. */
const PREFIX = 'devnet-tests-';
/** Caches that tools keep for their next run. */
const KEPT_BY_TOOLS = /^(?:jest_\w+|tsx-\w+|node-compile-cache|node-jiti)$/;

/**
 * Gives a run of tests a temporary folder of its own, in which each file has one (`own-temporary-folder.ts`), that of every process
 * that its tests start, and fails the run when they leave anything there. What a run that was killed has left goes with the next one.
 */
export default function setUp(): () => void {
  const parent = tmpdir();
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    if (!runs(Number.parseInt(name.slice(PREFIX.length), 10))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    const left = contents(folder).flatMap((file) => contents(join(folder, file)).map((name) => join(file, name)));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`the tests left in their temporary folder: ${left.join(', ')}`);
  };
}

/** The names in a file's folder, or in that of the run. */
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

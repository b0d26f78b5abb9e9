import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testCache } from '../cache.js';

const root = join(import.meta.dirname, '../..');
/** The command line as the package ships it. */
export const devnetProgram = join(root, 'bundle/cli.js');
/** Returns the path of a program of a development dependency. */
export function programOf(file: string): string {
  const own = join(root, 'test/node_modules', file);
  return existsSync(own) ? own : join(root, 'node_modules', file);
}

export type Ended = { status: number; output: string };

/**
 * Runs an example with Node in its folder, as its user does: without the environment of this test run.
 * @param timeout ms; below the deadline of the tests, so that a failure shows the output
 */
export function runExample(example: string, args: string[], variables: Record<string, string> = {}, timeout = 50_000): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|JEST|NODE_|DEVNET_)/.test(name));
  const env = { ...Object.fromEntries(own), DEVNET_CACHE_DIR: testCache.dir, NO_COLOR: '1', ...variables };
  const cwd = join(import.meta.dirname, example);
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr }),
    );
  });
}

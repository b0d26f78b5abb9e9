import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { testCache } from '../cache.js';

const ROOT = join(import.meta.dirname, '../..');

/** Runs the vitest example as its user does, with the engine in `DEVNET_ENGINE`. @returns its exit status and output */
export function runVitestExample(engine: string): Promise<{ status: number; output: string }> {
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(import.meta.dirname, 'vitest/vitest.config.ts')];
  // The inner vitest does not see the variables of this one.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'DEVNET_ENGINE');
  const env = { ...Object.fromEntries(outer), DEVNET_ENGINE: engine, DEVNET_CACHE_DIR: testCache.dir, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 170_000 }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr }),
    );
  });
}

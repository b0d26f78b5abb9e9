import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Figure, measure } from './measure.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Process start until the network is ready, as a user sees it: the first line on stdout. */
export async function bootFigures(): Promise<Figure[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'stacks-devnet-bench-'));
  const program = [process.execPath, path.join(root, 'dist/cli/main.js'), 'up', '--ports', 'auto', '--json'];
  const npm = ['npm', 'run', '--silent', 'devnet', '--', 'up', '--ports', 'auto', '--json'];
  try {
    return [
      await measure('process start → ready, first ever', '≤ 1400', 3, (run) => untilFirstLine(program, path.join(home, `first-${run}`))),
      await measure('process start → ready, later', '≤ 600', 9, () => untilFirstLine(program, path.join(home, 'first-0'))),
      await measure('npm run devnet → ready, later', '≤ 800', 5, () => untilFirstLine(npm, path.join(home, 'first-0'))),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function untilFirstLine([command = '', ...args]: string[], home: string): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: path.join(home, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await Promise.race([
      new Promise((resolve) => child.stdout.once('data', resolve)),
      ended.then(() => Promise.reject(new Error(`${command} ended before it was ready`))),
    ]);
    return performance.now() - started;
  } finally {
    child.kill('SIGTERM'); // npm does not pass SIGINT on
    await ended;
  }
}

// Runs one script of the functional tests in a process group and folder of its own.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './result.js';
import { stopOf } from './stop.js';

/** The framework's exit codes. */
const PASSED = 0;
const SKIPPED = 77;

export type Place = {
  /** Folder of the scripts. */
  scripts: string;
  /** Folder for everything that a run makes. */
  temporary: string;
  python: string;
  timeoutMs: number;
  /** Whether the folder of a script that did not pass stays until the end of the process. */
  keeps: boolean;
};

/** @param seed number of the script, from which the framework takes its ports */
export async function runScript(
  script: string,
  seed: number,
  { scripts, temporary, python, timeoutMs, keeps }: Place,
): Promise<Result & { output: string }> {
  const folder = join(temporary, `run-${seed}`);
  const args = [
    join(scripts, script),
    `--configfile=${join(temporary, 'config.ini')}`,
    `--cachedir=${join(temporary, 'cache')}`,
    `--tmpdir=${folder}`,
    `--portseed=${seed}`,
  ];
  const child = spawn(python, args, {
    cwd: temporary,
    // A group of its own, so that the nodes of a script end with it.
    detached: true,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', TMPDIR: temporary, HOME: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  // Before the folder of the run is removed.
  process.prependOnceListener('exit', end);
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  end();
  process.removeListener('exit', end);
  const outcome = code === PASSED ? 'pass' : code === SKIPPED ? 'skip' : 'fail';
  if (outcome === 'pass' || !keeps) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const stop = isLate ? `longer than ${timeoutMs / 1000} s; last: ${lastLine(output)}` : stopOf(output);
  return { script, outcome, stop: outcome === 'pass' ? '' : stop, output };
}

function lastLine(output: string): string {
  const text = output.trimEnd().split('\n').at(-1) ?? '';
  return text.replace(/^\S+ \S+ \(\w+\): /, '').slice(0, 100);
}

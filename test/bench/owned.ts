import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const running = new Set<number>();
/** Time in ms that processes have to clean up when this one ends early. */
const GRACE = 5_000;

// Before the folders of this run are removed: see temporary-home.ts. Nothing asynchronous happens any more.
process.prependListener('exit', () => {
  signalAll('SIGTERM');
  const deadline = performance.now() + GRACE;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while ([...running].some(isRunning) && performance.now() < deadline) Atomics.wait(cell, 0, 0, 10);
  signalAll('SIGKILL');
});

function signalAll(signal: NodeJS.Signals): void {
  for (const pid of running) {
    try {
      process.kill(-pid, signal);
    } catch {} // it has ended
  }
}

/** A process that has ended stays as a zombie until this one ends. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a process with a group of its own, which ends at the latest with this process, also after Ctrl-C. */
export function spawnOwned(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once('exit', () => running.delete(pid));
  }
  return child;
}

/** Runs a command to its end. @returns what it wrote to stdout @throws Error with what it wrote to stderr */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawnOwned(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}:\n${(written.stderr || written.stdout).slice(-2_000)}`),
        );
    });
  });
  return written.stdout;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '../..');
/** The command line as users run it. */
export const program = [process.execPath, path.join(root, 'bundle/cli.js'), 'up', '--ports', 'auto'];

/** A started command that has written its first line to stdout. */
export type Program = AsyncDisposable & {
  firstLine: string;
  /** From the start to the first line. */
  readyMs: number;
  /** Returns the time from the start to the first line on stderr that contains `text`. @throws Error without such a line */
  reachedMs(text: string): number;
  rssMiB(): number;
};

/** @param home the home directory of the command, with its caches */
export async function startProgram([command = '', ...args]: readonly string[], home: string): Promise<Program> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: path.join(home, 'cache'), XDG_STATE_HOME: path.join(home, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const progress: { line: string; ms: number }[] = [];
  createInterface(child.stderr).on('line', (line) => {
    progress.push({ line, ms: performance.now() - started });
  });
  const first = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`${command} ended before it was ready; its last words: ${progress.at(-1)?.line}`);
  const readyMs = performance.now() - started;
  lines.resume();
  return {
    firstLine: String(first[0]),
    readyMs,
    reachedMs(text) {
      const reached = progress.find(({ line }) => line.includes(text));
      if (reached === undefined) throw new Error(`${command} did not print "${text}"`);
      return reached.ms;
    },
    rssMiB: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM'); // npm does not pass SIGINT on
      await ended;
    },
  };
}

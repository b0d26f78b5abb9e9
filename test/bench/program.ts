import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { spawnOwned } from './owned.js';

export const root = path.resolve(import.meta.dirname, '../..');
/** The command line as users run it. */
export const program = [process.execPath, path.join(root, 'bundle/cli.js'), 'up', '--ports', 'auto'];

/** A started command that is ready. */
export type Program = AsyncDisposable & {
  /** The line on stdout that says so. */
  readyLine: string;
  /** From the start to that line. */
  readyMs: number;
  /** Returns the time from the start to the first line on stderr that contains `text`. @throws Error without such a line */
  reachedMs(text: string): number;
  rssMiB(): number;
  /** Kills the process, which has no time to do anything. */
  kill(): void;
};

/** Returns an environment in which a command keeps all its files in `home`. */
export function homeEnvironment(home: string): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true });
  const folders = { HOME: home, TMPDIR: home, XDG_CACHE_HOME: path.join(home, 'cache'), XDG_STATE_HOME: path.join(home, 'state') };
  return { ...process.env, ...folders };
}

export type ProgramOptions = {
  /** Where the command runs. @default the root of this repository */
  cwd?: string;
  /** What the line on stdout contains that says that it is ready. @default nothing: the first line counts */
  ready?: string;
};

/** Starts a command and waits until it is ready. @param home the home directory of the command, with its caches */
export async function startProgram(
  [command = '', ...args]: readonly string[],
  home: string,
  options: ProgramOptions = {},
): Promise<Program> {
  const { cwd = root, ready = '' } = options;
  const env = homeEnvironment(home);
  const started = performance.now();
  const child = spawnOwned(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error(`${command} has no output`);
  const ended = once(child, 'exit');
  const progress: { line: string; ms: number }[] = [];
  createInterface(stderr).on('line', (line) => {
    progress.push({ line, ms: performance.now() - started });
  });
  const readyLine = await new Promise<string>((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      if (line.includes(ready)) resolve(line);
    });
    const fail = () => reject(new Error(`${command} ended before it was ready; its last words: ${progress.at(-1)?.line}`));
    ended.then(fail, reject);
  });
  return {
    readyLine,
    readyMs: performance.now() - started,
    reachedMs(text) {
      const reached = progress.find(({ line }) => line.includes(text));
      if (reached === undefined) throw new Error(`${command} did not print "${text}"`);
      return reached.ms;
    },
    rssMiB: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    kill: () => void child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM'); // npm does not pass SIGINT on
      await ended;
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ownCommand } from '#dist/platform/node/own-command.js';

/** The command line as the package ships it. */
export const main = path.resolve(import.meta.dirname, '../../bundle/cli.js');

/** Creates an empty home directory for children, removed at the end of the scope. Boot images are shared, since they are not under test. */
export function emptyHome(): { path: string; env: NodeJS.ProcessEnv } & Disposable {
  const home = mkdtempSync(path.join(tmpdir(), 'devnet-home-'));
  mkdirSync(path.join(home, 'tmp'));
  const { PATH } = process.env;
  const env = { PATH, HOME: home, TMPDIR: path.join(home, 'tmp'), DEVNET_CACHE_DIR: sharedCache() };
  return { path: home, env, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
}

/** Returns the command line that a child in a home tells its user to run. */
export function ownCommandOf(home: string, args: string): string {
  return ownCommand(args, { env: { PATH: process.env['PATH'] }, cwd: home, temporary: path.join(home, 'tmp') });
}

/** The folder of boot images that all tests share. */
function sharedCache(): string {
  return path.resolve(import.meta.dirname, '../../node_modules/.cache/stacks-devnet/boot');
}

/** A running command line, its output collected line by line. */
export type Child = {
  process: ChildProcess;
  stdout: string[];
  stderr: string[];
  /** Resolves with the first line of stdout that matches, past or future. */
  line(pattern: RegExp): Promise<string>;
  /** Resolves when it has ended. */
  ended: Promise<{ status: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
} & AsyncDisposable;

/** Starts the compiled command line, or another program that starts it, and kills it at the end of the scope. */
export function child(args: string[], env: NodeJS.ProcessEnv, options: { program?: string[]; cwd?: string } = {}): Child {
  const [command = '', ...before] = options.program ?? [process.execPath, main];
  const running = spawn(command, [...before, ...args], { env, cwd: options.cwd ?? env['HOME'], stdio: ['ignore', 'pipe', 'pipe'] });
  const stdout: string[] = [];
  const stderr: string[] = [];
  const waiting = new Set<() => void>();
  createInterface(running.stdout).on('line', (line) => {
    stdout.push(line);
    for (const look of waiting) look();
  });
  createInterface(running.stderr).on('line', (line) => stderr.push(line));
  const ended = once(running, 'close').then(([status, signal]) => ({
    status,
    signal,
    stdout: stdout.join('\n'),
    stderr: stderr.join('\n'),
  }));
  return {
    process: running,
    stdout,
    stderr,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = stdout.find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then(({ status }) => reject(new Error(`ended with ${status} before ${pattern}: ${stderr.join('\n')}`)));
      }),
    async [Symbol.asyncDispose]() {
      running.kill('SIGKILL');
      await ended;
    },
  };
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '#dist/tools/mutation/run-command.js';
import { temporaryFolder } from '../../disposable-folder.js';

const node = (code: string, ...args: string[]) => [process.execPath, '-e', code, ...args];
const env = { PATH: process.env['PATH'] };
/** Starts a process that ignores SIGTERM, writes the ids of both into a file, and never ends. */
const STUBBORN = `
  process.on('SIGTERM', () => {});
  const [file, isChild] = process.argv.slice(1);
  const fs = require('node:fs');
  if (!isChild) require('node:child_process').spawn(process.execPath, ['-e', process.env.CODE, file, 'child'], { stdio: 'inherit' });
  fs.appendFileSync(file, process.pid + ' ');
  setInterval(() => {}, 1000);`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pidsIn = (file: string): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []);

test('default: the status, and the end of the output', async () => {
  const options = { cwd: '/', env, timeoutMs: 60_000, signal: new AbortController().signal };
  const result = await runCommand(node("console.log('out'); console.error('err'); process.exitCode = 3"), options);
  expect(result).toMatchObject({ status: 3, isTimeout: false });
  expect(result.output).toContain('out\n');
});

test('behavior: after the deadline all its processes end', async () => {
  await using folder = await temporaryFolder('command');
  const file = path.join(folder.path, 'pids');
  const options = { cwd: '/', env: { ...env, CODE: STUBBORN }, timeoutMs: 2_000, graceMs: 100, signal: new AbortController().signal };
  expect(await runCommand(node(STUBBORN, file), options)).toMatchObject({ status: undefined, isTimeout: true });
  expect(pidsIn(file).length).toBeGreaterThan(0);
  await expect.poll(() => pidsIn(file).filter(isAlive)).toEqual([]);
});

test('behavior: a signal ends all its processes, and rejects', async () => {
  await using folder = await temporaryFolder('command');
  const file = path.join(folder.path, 'pids');
  const controller = new AbortController();
  const running = runCommand(node(STUBBORN, file), {
    cwd: '/',
    env: { ...env, CODE: STUBBORN },
    timeoutMs: 60_000,
    graceMs: 100,
    signal: controller.signal,
  });
  await expect.poll(() => pidsIn(file).length, { timeout: 20_000 }).toBe(2);
  controller.abort(new Error('SIGINT'));
  await expect(running).rejects.toThrow('SIGINT');
  await expect.poll(() => pidsIn(file).filter(isAlive)).toEqual([]);
});

test('error: a program that does not exist', async () => {
  const options = { cwd: '/', env, timeoutMs: 1000, signal: new AbortController().signal };
  await expect(runCommand(['/nowhere/program'], options)).rejects.toThrow('ENOENT');
});

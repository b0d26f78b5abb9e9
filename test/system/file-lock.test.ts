import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from '#dist/system/file-lock.js';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  lock = join(folder, 'keys.lock');
});
afterEach(() => rm(folder, { recursive: true }));

test('default: tasks run one after another, and leave nothing', async () => {
  const file = join(folder, 'count');
  await writeFile(file, '0');
  const increase = () => withLock(lock, 'the count', async () => writeFile(file, `${Number(await readFile(file, 'utf8')) + 1}`));
  await Promise.all(Array.from({ length: 20 }, increase));
  expect(await readFile(file, 'utf8')).toBe('20');
  expect(await readdir(folder)).toEqual(['count']);
});

test('behavior: a task that fails frees the lock', async () => {
  await expect(withLock(lock, 'it', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lock, 'it', async () => 'done')).toBe('done');
});

test('behavior: the lock of a process that was killed counts no more', async () => {
  const module = JSON.stringify(new URL('../../dist/system/file-lock.js', import.meta.url));
  const code = `const { withLock } = await import(${module}); await withLock(${JSON.stringify(lock)}, 'it', () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  let isDone = false;
  const waiting = withLock(lock, 'it', async () => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isDone).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waiting;
  expect(await readdir(folder)).toEqual([]);
});

test('behavior: nor does one of another process with the same pid, or one without a process', async () => {
  for (const content of [JSON.stringify({ machine: hostname(), pid: process.pid, started: 'before' }), '']) {
    await writeFile(lock, content);
    expect(await withLock(lock, 'it', async () => 'done')).toBe('done');
  }
});

test('error: another machine that does not finish', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await writeFile(lock, JSON.stringify({ machine: 'elsewhere', pid: 1, started: 'x' }));
    const failure = withLock(lock, 'the API keys', async () => undefined).catch((error: unknown) => error);
    let isSettled = false;
    void failure.then(() => (isSettled = true));
    while (!isSettled) await vi.advanceTimersByTimeAsync(20).then(() => new Promise((resolve) => setImmediate(resolve)));
    expect(await failure).toMatchObject({
      code: 'BUSY',
      message: 'another program is changing the API keys',
      hint: `If none is, remove ${lock}.`,
    });
  } finally {
    vi.useRealTimers();
  }
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockFolder, withLock } from '#dist/platform/node/file-lock.js';

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

/** A process that waits for an expression, which writes to the console once it has its lock. */
async function holder(expression: string): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('../../../dist/platform/node/file-lock.js', import.meta.url));
  const code = `const { lockFolder, withLock } = await import(${module}); setInterval(() => {}, 1000); await ${expression};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('behavior: the lock of a process that was killed counts no more', async () => {
  const child = await holder(`withLock(${JSON.stringify(lock)}, 'it', () => { console.log('held'); return new Promise(() => {}); })`);
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

/** Returns the content of a lock that this process holds. */
async function ownLock(): Promise<Record<string, unknown>> {
  return withLock(lock, 'it', async () => JSON.parse(await readFile(lock, 'utf8')));
}

/** Runs a task with timeouts that pass at once. @param eachStep what happens meanwhile */
async function hurried<T>(task: () => Promise<T>, eachStep: () => Promise<unknown> = async () => undefined): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const result = task();
    let isSettled = false;
    void result.catch(() => undefined).finally(() => (isSettled = true));
    while (!isSettled) {
      await eachStep();
      await vi.advanceTimersByTimeAsync(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

test('behavior: a file without a living process is no lock', async () => {
  const own = await ownLock();
  const { pid, ...nobody } = own;
  const contents = [
    { ...own, started: 'before' },
    { ...own, started: 5 },
    ...[4_194_304_000, -1, 0, 1e99, 1.5, `${pid}`].map((wrong) => ({ ...own, pid: wrong })),
    nobody,
    { ...own, machine: undefined },
    [own],
    null,
    5,
    'text',
  ].map((content) => JSON.stringify(content));
  for (const content of [...contents, '', '{', '12345', 'x'.repeat(5_000)]) {
    await writeFile(lock, content);
    expect(await withLock(lock, 'it', async () => 'done')).toBe('done');
  }
  expect(await readdir(folder)).toEqual([]);
});

test('behavior: nor is an empty folder, a link or a pipe', async () => {
  const kept = join(folder, 'kept');
  await writeFile(kept, JSON.stringify(await ownLock()));
  for (const make of [
    () => mkdir(lock),
    () => symlink('/nonexistent/x', lock),
    () => symlink(kept, lock),
    () => promisify(execFile)('mkfifo', [lock]),
  ]) {
    await make();
    expect(await withLock(lock, 'it', async () => 'done')).toBe('done');
  }
  expect(await readdir(folder)).toEqual(['kept']);
});

test('error: a folder with files stays', async () => {
  await mkdir(lock);
  await writeFile(join(lock, 'file'), '');
  await expect(withLock(lock, 'the API keys', async () => undefined)).rejects.toMatchObject({
    code: 'BUSY',
    message: `${lock} is a folder with files, where the lock of the API keys belongs`,
    hint: 'Move it away.',
  });
  expect(await readdir(lock)).toEqual(['file']);
});

test('behavior: the lock is renewed while the task runs', async () => {
  await withLock(lock, 'it', async () => {
    await utimes(lock, 1, 1);
    await vi.waitFor(async () => expect((await stat(lock)).mtimeMs).toBeGreaterThan(1_000), { timeout: 5_000 });
  });
});

test('behavior: the lock of another machine counts no more without renewals', async () => {
  await writeFile(lock, JSON.stringify({ ...(await ownLock()), machine: 'elsewhere' }));
  expect(await hurried(() => withLock(lock, 'it', async () => 'done'))).toBe('done');
  expect(await readdir(folder)).toEqual([]);
});

test('behavior: a task whose lock another machine took does not remove that one', async () => {
  const other = JSON.stringify({ machine: 'elsewhere', pid: 1, started: 'x' });
  await withLock(lock, 'it', async () => {
    await rm(lock);
    await writeFile(lock, other);
  });
  expect(await readFile(lock, 'utf8')).toBe(other);
});

test('error: another machine that does not finish', async () => {
  await writeFile(lock, JSON.stringify({ machine: 'elsewhere', pid: 1, started: 'x' }));
  let time = 1;
  const failure = hurried(
    () => withLock(lock, 'the API keys', async () => undefined),
    () => utimes(lock, time, time++),
  );
  await expect(failure).rejects.toMatchObject({
    code: 'BUSY',
    message: 'another program is changing the API keys',
    hint: `If none is, remove ${lock}.`,
  });
});

test('default: a folder belongs to one user, until it leaves it', async () => {
  const { release } = await lockFolder(folder, 'Bitcoin node');
  await expect(lockFolder(folder, 'Bitcoin node')).rejects.toMatchObject({
    code: 'BUSY',
    message: `${folder} is in use by another Bitcoin node of this process. Stop it, or use another folder.`,
    hint: `If none runs, remove ${lockOfFolder()}.`,
  });
  await release();
  await (await lockFolder(folder, 'Bitcoin node')).release();
  expect(await readdir(folder)).toEqual([]);
});

test('behavior: the folder of a process that was killed is free', async () => {
  const child = await holder(`lockFolder(${JSON.stringify(folder)}, 'node').then(() => console.log('held'))`);
  await expect(lockFolder(folder, 'node')).rejects.toThrow(`${folder} is in use by another node (pid ${child.pid}). Stop it`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await lockFolder(folder, 'node')).release();
});

test('behavior: the folder of another machine is free without renewals, and in use with them', async () => {
  const other = JSON.stringify({ machine: 'elsewhere pid:[1]', pid: 1, started: 'x' });
  await writeFile(lockOfFolder(), other);
  await (await hurried(() => lockFolder(folder, 'node'))).release();
  await writeFile(lockOfFolder(), other);
  let time = 1;
  const failure = hurried(
    () => lockFolder(folder, 'node'),
    () => utimes(lockOfFolder(), time, time++),
  );
  await expect(failure).rejects.toThrow(`${folder} is in use by another node (pid 1 on elsewhere).`);
});

test('behavior: a container of this machine numbers its processes itself', async () => {
  await writeFile(lockOfFolder(), JSON.stringify({ machine: `${hostname()} pid:[1]`, pid: process.pid, started: 'x' }));
  await (await hurried(() => lockFolder(folder, 'node'))).release();
});

function lockOfFolder(): string {
  return join(folder, '.lock');
}

import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DevnetError } from '../error.js';
import { processStart } from './process-start.js';

/** How long to wait for another process, in ms. */
const WAIT_MS = 5_000;
const STEP_MS = 20;

/**
 * Runs a task while no other process runs one with the same lock file. The file names its process: the lock of one that ended, for example because it was
 * killed, counts no more. That of another machine, which a shared folder may have, counts until somebody removes it.
 * @param what is changed, for the message
 * @throws DevnetError BUSY if the other process does not finish, and what the task throws
 */
export async function withLock<T>(path: string, what: string, task: () => Promise<T>): Promise<T> {
  await take(path, what);
  try {
    return await task();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, what: string): Promise<void> {
  // Written first and linked then, so that a lock is never without its content.
  const written = `${path}.${randomUUID()}`;
  await writeFile(written, JSON.stringify({ machine: hostname(), pid: process.pid, started: await processStart(process.pid) }), {
    mode: 0o600,
  });
  try {
    for (let waited = 0; !(await linked(written, path)); waited += STEP_MS) {
      const holder = await readFile(path, 'utf8').catch(() => undefined);
      if (holder !== undefined && (await hasEnded(holder))) await discard(path, holder);
      else if (waited >= WAIT_MS) {
        throw new DevnetError('BUSY', `another program is changing ${what}`, { hint: `If none is, remove ${path}.` });
      } else await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
  } finally {
    await rm(written, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function hasEnded(holder: string): Promise<boolean> {
  let content: { machine?: unknown; pid?: unknown; started?: unknown };
  try {
    content = JSON.parse(holder);
  } catch {
    return true;
  }
  const { machine, pid, started } = content;
  if (machine !== hostname() || typeof pid !== 'number') return false;
  return !isRunning(pid) || (await processStart(pid)) !== started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes a lock by moving it away first, so that of two processes that found it only one does. A newer lock is put back. */
async function discard(path: string, holder: string): Promise<void> {
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
  } catch {
    return;
  }
  if ((await readFile(moved, 'utf8').catch(() => '')) !== holder) await linked(moved, path).catch(() => undefined);
  await rm(moved, { force: true });
}

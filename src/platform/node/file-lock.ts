import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { link, lstat, readFile, readlink, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DevnetError } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { isAlive } from './is-alive.js';
import { processStart } from './process-start.js';

/** How long to wait for another process, in ms. */
const WAIT_MS = 5_000;
const STEP_MS = 20;
/** How often the holder renews the modification time of its lock, in ms. */
const RENEW_MS = 500;
/** How long the lock of another machine counts without a renewal, in ms. */
const SILENCE_MS = 3_000;
/** Bytes of the longest file that is read. A lock has about 100. */
const LONGEST = 4_096n;

/** Names one process of one machine. */
type Holder = { machine: string; pid: number; started?: string | undefined };
/** A file at the path of a lock. The mark is another one after each renewal, and for each other file. */
type Found = { mark: string; state: 'held' | 'stale' | 'distant'; holder?: Holder | undefined };

/** A lock that this process holds. */
export type FileLock = { release(): Promise<void> };

type TakeOptions = {
  /** What the lock protects, for messages. */
  what: string;
  /** How long to wait for a holder that is known to run, in ms. */
  waitMs: number;
  /** Makes the error for a holder that keeps it. @param own this process */
  busy(holder: Holder | undefined, own: Holder): DevnetError;
};

/**
 * Runs a task while no other process runs one with the same lock file. The file names its process, which renews it while the task runs. A
 * stale lock counts no more: one of a process that ended, for example because it was killed; one of another machine, as a shared folder
 * has, without a renewal for 3 s; and any file that is no lock.
 * @param what is changed, for the message
 * @throws DevnetError BUSY if the other process does not finish within 5 s, or a folder with files is in the lock's place; what the
 * task throws
 */
export async function withLock<T>(path: string, what: string, task: () => Promise<T>): Promise<T> {
  const busy = () => new DevnetError('BUSY', `another program is changing ${what}`, { hint: `If none is, remove ${path}.` });
  const lock = await take(path, { what, waitMs: WAIT_MS, busy });
  try {
    return await task();
  } finally {
    await lock.release();
  }
}

/**
 * Takes the lock `.lock` of a folder for as long as this process uses the folder, by the rules of {@link withLock}.
 * @param user what uses a folder, for the message: `another …`
 * @throws DevnetError BUSY if another process uses it, which the message names
 */
export function lockFolder(folder: string, user: string): Promise<FileLock> {
  return hold(join(folder, '.lock'), `${folder} is in use by another ${user}`, 'folder', folder);
}

/** As {@link lockFolder} for a file, whose lock is beside it. */
export function lockFile(file: string, user: string): Promise<FileLock> {
  return hold(`${file}.lock`, `${file} is in use by another ${user}`, 'file', file);
}

function hold(path: string, problem: string, kind: string, what: string): Promise<FileLock> {
  return take(path, {
    what,
    waitMs: 0,
    busy: (holder, own) =>
      new DevnetError('BUSY', `${problem}${nameOf(holder, own)}. Stop it, or use another ${kind}.`, {
        hint: `If none runs, remove ${path}.`,
      }),
  });
}

/** Where a holder runs, in words that follow its name. */
function nameOf(holder: Holder | undefined, own: Holder): string {
  if (holder === undefined) return '';
  const { machine, pid } = holder;
  if (machine !== own.machine) return ` (pid ${pid} on ${machine.split(' ')[0]})`;
  return pid === own.pid ? ' of this process' : ` (pid ${pid})`;
}

async function take(path: string, { what, waitMs, busy }: TakeOptions): Promise<FileLock> {
  // Written first and linked then, so that a lock is never without its content.
  const id = randomUUID();
  const written = `${path}.${id}`;
  const holder: Holder = { machine: await thisMachine(), pid: process.pid, started: await processStart(process.pid) };
  const content = JSON.stringify({ ...holder, id });
  await writeFile(written, content, { mode: 0o600 });
  try {
    let mark = '';
    let silence = 0;
    let isRenewed = false;
    for (let waited = 0; !(await linked(written, path)); waited += STEP_MS) {
      const found = await find(path);
      silence = found?.mark === mark ? silence + STEP_MS : 0;
      isRenewed ||= mark !== '' && found !== undefined && found.mark !== mark;
      mark = found?.mark ?? '';
      const isStale = found?.state === 'stale' || (found?.state === 'distant' && silence >= SILENCE_MS);
      if (isStale) await discard(path, mark, what);
      // Whether a process of another machine runs is known only after a renewal.
      else if (waited >= (found?.state === 'held' || isRenewed ? waitMs : WAIT_MS)) throw busy(found?.holder, holder);
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    return held(path, content);
  } finally {
    await rm(written, { force: true });
  }
}

/** Renews the lock with this content, which is that of no other lock, until it is released. */
function held(path: string, content: string): FileLock {
  const renewal = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), RENEW_MS);
  renewal.unref();
  return {
    async release() {
      clearInterval(renewal);
      // Another machine may have taken it from a process that was stopped for long.
      if ((await readFile(path, 'utf8').catch(() => '')) === content) await rm(path, { force: true });
    },
  };
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

/** Returns what is at the path of a lock; undefined if nothing is. */
async function find(path: string): Promise<Found | undefined> {
  const stats = await statsOf(path);
  if (stats === undefined) return undefined;
  const mark = markOf(stats);
  if (!stats.isFile() || stats.size > LONGEST) return { mark, state: 'stale' };
  try {
    const holder = parseHolder(await readFile(path, 'utf8'));
    return { mark, state: holder === undefined ? 'stale' : await stateOf(holder), holder };
  } catch {
    // Removed meanwhile, or that of another user.
    return { mark, state: 'distant' };
  }
}

async function stateOf(holder: Holder): Promise<Found['state']> {
  if (holder.machine !== (await thisMachine())) return 'distant';
  return isAlive(holder.pid) && (await processStart(holder.pid)) === holder.started ? 'held' : 'stale';
}

function parseHolder(text: string): Holder | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(content)) return undefined;
  const { machine, pid, started } = content;
  // Signals to 0 and to negative numbers reach groups.
  if (typeof machine !== 'string' || !Number.isSafeInteger(pid) || Number(pid) <= 0) return undefined;
  return started === undefined || typeof started === 'string' ? { machine, pid: Number(pid), started } : undefined;
}

/** The machine as far as pids are concerned: a container may have the name of another one, but numbers its processes itself. */
async function thisMachine(): Promise<string> {
  return [hostname(), await readlink('/proc/self/ns/pid').catch(() => '')].join(' ').trim();
}

function statsOf(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(() => undefined);
}

function markOf({ dev, ino, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino} ${mtimeNs}`;
}

/** Removes a lock by moving it away first, so that of two processes that found it only one does. A newer lock is put back. */
async function discard(path: string, mark: string, what: string): Promise<void> {
  if ((await statsOf(path))?.isDirectory()) return removeEmpty(path, what);
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
  } catch {
    return;
  }
  const stats = await statsOf(moved);
  if (stats !== undefined && markOf(stats) !== mark) await linked(moved, path).catch(() => undefined);
  await rm(moved, { force: true });
}

async function removeEmpty(folder: string, what: string): Promise<void> {
  await rmdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return;
    throw new DevnetError('BUSY', `${folder} is a folder with files, where the lock of ${what} belongs`, { hint: 'Move it away.', cause });
  });
}

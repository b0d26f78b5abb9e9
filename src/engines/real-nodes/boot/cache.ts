import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import type { ServiceEnvironment } from '../launch/launcher.js';
import type { Network } from '../network/network.js';
import type { KeptState } from '../state/stored-state.js';

/** A cache of booted networks on disk. Several processes can share it, because entries are added and removed atomically. */
export type BootCache = {
  /** Finds the state of an equal network; undefined if there is none or its files have changed. */
  find(): Promise<{ folder: string; state: KeptState } | undefined>;
  /** Stores a state, unless there is one already. @param save writes the services' files into a folder, which it creates */
  keep(save: (folder: string) => Promise<KeptState>): Promise<void>;
  /**
   * Lets the next `keep` replace the state, because a boot from it failed. Until then it stays: a failure may be that of a busy machine,
   * and the next boot may succeed.
   */
  distrust(): void;
  /** Empties the state folder of an environment. No service may run. */
  clear(environment: Pick<ServiceEnvironment, 'load'>): Promise<void>;
};

type Keyed = Pick<Network, 'programs' | 'timeline' | 'keys' | 'options'>;
type Entry = { state: KeptState; files: Record<string, string> };

/** Part of the cache key, which excludes states of another layout. */
const FORMAT = 4;
/** Number of states kept; each has 30 to 50 MB. A prepared network has two: before and after its preparation. */
const LIMIT = 6;
/** Age in ms from which an unfinished state is removed. */
const ABANDONED = 3_600_000;
const ENTRY = 'entry.json';
const STATE = 'state';

/**
 * @param dir the folder of this cache, which must contain nothing else
 * @param preparation the key of the preparation that the state includes @default none
 */
export function createBootCache(dir: string, network: Keyed, preparation?: string): BootCache {
  const key = cacheKey(network, preparation);
  const folder = join(dir, key);
  let isDistrusted = false;
  return {
    distrust() {
      isDistrusted = true;
    },
    async find() {
      const entry = await readEntry(join(folder, ENTRY));
      if (entry === undefined) return undefined;
      const state = join(folder, STATE);
      const files = await digests(state).catch(() => undefined);
      if (files === undefined || !sameFiles(files, entry.files)) {
        await rm(folder, { recursive: true, force: true });
        return undefined;
      }
      const now = new Date();
      await utimes(folder, now, now).catch(() => undefined);
      return { folder: state, state: entry.state };
    },
    async keep(save) {
      makeFolder(dir);
      const partial = await mkdtemp(join(dir, '.partial-'));
      try {
        const state = await save(join(partial, STATE));
        const entry: Entry = { state, files: await digests(join(partial, STATE)) };
        await writeFile(join(partial, ENTRY), JSON.stringify(entry));
        if (isDistrusted) await moveAway(folder, dir);
        isDistrusted = false;
        // Another process may have stored an equal state meanwhile.
        await rename(partial, folder).catch((error: unknown) => {
          if (!isTaken(error)) throw error;
        });
      } finally {
        await rm(partial, { recursive: true, force: true });
      }
      await prune(dir);
    },
    async clear(environment) {
      makeFolder(dir);
      const empty = await mkdtemp(join(dir, '.partial-'));
      try {
        await environment.load(empty);
      } finally {
        await rm(empty, { recursive: true, force: true });
      }
    },
  };
}

/** Hashes everything that the state depends on. Services receive ports, paths and passwords at every start. */
function cacheKey({ programs, timeline, keys, options }: Keyed, preparation: string | undefined): string {
  const { funding, pox, epoch, sbtc } = options;
  const parts = { format: FORMAT, programs, timeline, keys, funding, pox, epoch, sbtc, preparation };
  const text = JSON.stringify(parts, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function readEntry(file: string): Promise<Entry | undefined> {
  try {
    return readComplete(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Checks that an entry is complete. This program wrote it for the same key, so that its fields need no check. */
function readComplete(value: Entry): Entry | undefined {
  return typeof value === 'object' && value !== null && 'state' in value && 'files' in value ? value : undefined;
}

/** Returns the SHA-256 of every file by path. */
async function digests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const file = join(item.parentPath, item.name);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
    found[relative(folder, file)] = hash.digest('hex');
  }
  return found;
}

function sameFiles(found: Record<string, string>, wanted: Record<string, string>): boolean {
  const names = Object.keys(wanted);
  return names.length === Object.keys(found).length && names.every((name) => found[name] === wanted[name]);
}

/** Removes the least recently used states, and old unfinished ones. */
async function prune(dir: string): Promise<void> {
  const entries = await Promise.all(
    (await readdir(dir)).map(async (name) => ({ name, used: (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const partial = entries.filter(({ name, used }) => name.startsWith('.partial-') && Date.now() - used > ABANDONED);
  const whole = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => b.used - a.used);
  for (const { name } of [...partial, ...whole.slice(LIMIT)]) await rm(join(dir, name), { recursive: true, force: true });
}

/** Removes a state, which is never seen half removed. */
async function moveAway(folder: string, dir: string): Promise<void> {
  const aside = await mkdtemp(join(dir, '.partial-'));
  try {
    await rename(folder, join(aside, STATE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}

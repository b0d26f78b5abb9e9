import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DevnetError, messageOf } from '../../base/error.js';
import { type Folders, foldersOf } from './folders.js';

/** Digests of files by path; undefined for a file that cannot be read. */
export type Contents = ReadonlyMap<string, string | undefined>;

/** Watches files that may be replaced, deleted and created. */
export type FileWatch = {
  /**
   * Returns what the files contain. If that differs from the last look, an editor may be in the middle of writing: the files are read again
   * until nothing changes any more, or the signal aborts. A change after that ends the next {@link quiet}.
   * @throws DevnetError MISSING if the system cannot watch
   */
  look(signal?: AbortSignal): Promise<Contents>;
  /** Resolves when something has changed since the last look, and nothing changes any more; or when the signal aborts. */
  quiet(signal: AbortSignal): Promise<void>;
  close(): void;
};

/**
 * Several files that are saved together, and the parts of one that is written in steps, usually change within this time, in ms. A file that
 * changes later is found by the next look.
 */
const QUIET_MS = 50;

/** @param list returns the files to watch at the moment */
export function watchFiles(root: string, list: () => Promise<readonly string[]>): FileWatch {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isChanged = false;
  let notify = (): void => undefined;
  let last: Contents | undefined;

  const onEvent = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChanged = true;
      notify();
    }, QUIET_MS);
  };
  const watchFolder = (folder: string, names: ReadonlySet<string>): FSWatcher[] => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // A folder that is itself replaced reports its own name.
        if (name === null || names.has(name) || name === basename(folder)) onEvent();
      });
      watcher.on('error', onEvent);
      return [watcher];
    } catch (cause) {
      // The folder above reports when it appears.
      if (isMissing(cause)) return [];
      const hint = 'Raise the limit of watched folders of the system (on Linux fs.inotify.max_user_watches), or start without --watch.';
      throw new DevnetError('MISSING', `cannot watch ${folder}: ${messageOf(cause)}. ${hint}`, { hint, cause });
    }
  };
  const replaceWatchers = (folders: Folders): void => {
    const next = [...folders].flatMap(([folder, names]) => watchFolder(folder, names));
    for (const watcher of watchers) watcher.close();
    watchers = next;
  };

  const read = async (): Promise<Contents> => {
    const files = await list();
    // Before the files are read, so that no change is missed in between.
    replaceWatchers(await foldersOf(root, files));
    return new Map(await Promise.all(files.map(async (file) => [file, await digest(file)] as const)));
  };

  return {
    async look(signal) {
      let found = await read();
      let isSettled = last === undefined || changedFiles(last, found).length === 0;
      while (!isSettled && signal?.aborted !== true) {
        await delay(QUIET_MS);
        const again = await read();
        isSettled = changedFiles(found, again).length === 0;
        found = again;
      }
      last = found;
      return found;
    },
    async quiet(signal) {
      if (!isChanged && !signal.aborted) {
        await new Promise<void>((resolve) => {
          notify = () => {
            signal.removeEventListener('abort', notify);
            resolve();
          };
          signal.addEventListener('abort', notify);
        });
      }
      isChanged = false;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Returns the files that differ. A file that only one of the two lists has differs too. */
export function changedFiles(before: Contents, after: Contents): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((file) => !before.has(file) || !after.has(file) || before.get(file) !== after.get(file));
}

async function digest(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

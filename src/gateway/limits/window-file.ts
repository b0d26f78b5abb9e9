import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { writeWhole } from '#platform/write-whole.js';
import { messageOf } from '../../base/error.js';
import type { Limiter } from './limiter.js';

/** The delay before a change is written, in ms. A killed process loses the changes of this time. */
const SAVE_MS = 1_000;

export type WindowFile = {
  /** Schedules a write after a count. */
  touch(): void;
  /** Writes pending changes now. */
  close(): Promise<void>;
};

/**
 * Keeps a limiter's windows in a file across restarts: reads them now and writes them after changes.
 * @param onWarning called once if the file cannot be read or written; limits work without it
 */
export async function keepWindows(limiter: Limiter, file: string, onWarning: (message: string) => void): Promise<WindowFile> {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let warned = false;
  const warn = (error: unknown): void => {
    if (!warned) onWarning(`the windows of rate limits are not kept: ${messageOf(error)}`);
    warned = true;
  };
  const save = (): Promise<void> => {
    timer = undefined;
    writing = writing.then(() => replace(file, JSON.stringify(limiter.dump()))).catch(warn);
    return writing;
  };
  try {
    limiter.restore(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) warn(error);
  }
  return {
    touch() {
      timer ??= setTimeout(save, SAVE_MS).unref();
    },
    async close() {
      if (timer === undefined) return writing;
      clearTimeout(timer);
      return save();
    },
  };
}

async function replace(file: string, text: string): Promise<void> {
  makeFolder(dirname(file), 0o700);
  await writeWhole(file, text);
}

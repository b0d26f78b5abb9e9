import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../error.js';
import type { Limiter } from './limiter.js';

/** How long windows may be ahead of the file, in ms: what a killed process forgets. */
const SAVE_MS = 1_000;

export type WindowFile = {
  /** Something was counted: the file follows soon. */
  touch(): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
};

/**
 * Keeps a limiter's windows in a file, over a restart: reads them now, and writes them after changes.
 * @param onWarning told once when the file cannot be read or written; limits work without it
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

/** Written beside and renamed, so that nobody reads half a file. */
async function replace(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

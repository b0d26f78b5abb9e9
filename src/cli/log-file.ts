import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Context, Sink } from './context.js';
import { logsDirectory } from './state.js';

/** A file that gets a copy of what a run tells. */
export type LogFile = {
  readonly path: string;
  /** The context whose output is copied. */
  readonly context: Context;
  close(): void;
  remove(): void;
};

/** How long a log may get, in bytes, before it makes place for a new one; the one before it is kept. */
const LONGEST = 8 * 2 ** 20;

/** Where the part of a log is that was full. */
export const fullPart = (path: string): string => `${path}.1`;

/**
 * Writes as it is told, not later: the last words of a process that is ended are those that count.
 * @param longest bytes of one part: two are kept at most
 * @returns none when there is no place to write
 */
export function openLogFile(context: Context, longest: number = LONGEST): LogFile | undefined {
  const path = join(logsDirectory(context.env), `${process.pid}.log`);
  const begin = (): number => openSync(path, 'w', 0o600);
  let file: number | undefined;
  let length = 0;
  try {
    mkdirSync(logsDirectory(context.env), { recursive: true, mode: 0o700 });
    file = begin();
  } catch {
    return undefined;
  }
  const write = (text: string): void => {
    if (file === undefined) return;
    // A disk that is full later on costs the log, not the network.
    try {
      length += writeSync(file, text);
      if (length < longest) return;
      closeSync(file);
      file = undefined;
      renameSync(path, fullPart(path));
      file = begin();
      length = 0;
    } catch {}
  };
  const copied = (sink: Sink): Sink => ({
    isTTY: sink.isTTY,
    write(text) {
      sink.write(text);
      write(stripVTControlCharacters(text));
    },
  });
  return {
    path,
    context: { ...context, stdout: copied(context.stdout), stderr: copied(context.stderr) },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
    remove() {
      for (const part of [path, fullPart(path)]) rmSync(part, { force: true });
    },
  };
}

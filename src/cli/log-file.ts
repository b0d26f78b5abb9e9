import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rotatedPart } from '#platform/read-log.js';
import { LOGS } from '#platform/run-state.js';
import { createStateFolder } from '#platform/state-folder.js';
import type { Context, Sink } from './context.js';

/** A file with a copy of a run's output. */
export type LogFile = {
  readonly path: string;
  /** The context; its output is copied. */
  readonly context: Context;
  close(): void;
  remove(): void;
};

/** The size in bytes at which a log is rotated; one earlier part is kept. */
const LONGEST = 8 * 2 ** 20;
/**
 * The two characters that every sequence to be stripped begins with: most lines have none, and the search for whole sequences takes long.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched
const VT_SEQUENCE_START = /[\u001b\u009b]/;

/**
 * Opens the log file of this process. It is written synchronously, because the last lines before a crash matter most.
 * @param longest bytes of one part; at most two parts are kept
 * @returns undefined if the file cannot be written
 */
export function openLogFile(context: Context, longest: number = LONGEST): LogFile | undefined {
  let path = `${process.pid}.log`;
  const begin = (): number => openSync(path, 'w', 0o600);
  let file: number | undefined;
  let length = 0;
  try {
    path = join(createStateFolder(context.env, LOGS), path);
    file = begin();
  } catch {
    return undefined;
  }
  const write = (text: string): void => {
    if (file === undefined) return;
    // A full disk must cost the log, not the network.
    try {
      length += writeSync(file, text);
      if (length < longest) return;
      closeSync(file);
      file = undefined;
      renameSync(path, rotatedPart(path));
      file = begin();
      length = 0;
    } catch {}
  };
  const copied = (sink: Sink): Sink => ({
    ...sink,
    write(text) {
      sink.write(text);
      write(VT_SEQUENCE_START.test(text) ? stripVTControlCharacters(text) : text);
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
      for (const part of [path, rotatedPart(path)]) rmSync(part, { force: true });
    },
  };
}

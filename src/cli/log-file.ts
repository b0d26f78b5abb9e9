import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Context, Sink } from './context.js';
import { logsDirectory } from './state.js';

/** A file that gets a copy of what a run tells. */
export type LogFile = {
  readonly path: string;
  /** The context whose output is copied. */
  readonly context: Context;
  close(): Promise<void>;
  remove(): Promise<void>;
};

/** @returns none when there is no place to write */
export async function openLogFile(context: Context): Promise<LogFile | undefined> {
  const path = join(logsDirectory(context.env), `${process.pid}.log`);
  try {
    await mkdir(logsDirectory(context.env), { recursive: true, mode: 0o700 });
    const file = createWriteStream(path, { mode: 0o600 });
    // A disk that is full later on costs the log, not the network.
    file.on('error', () => undefined);
    await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject));
    const copied = (sink: Sink): Sink => ({
      isTTY: sink.isTTY,
      write(text) {
        sink.write(text);
        file.write(stripVTControlCharacters(text));
      },
    });
    return {
      path,
      context: { ...context, stdout: copied(context.stdout), stderr: copied(context.stderr) },
      close: () => new Promise((resolve) => file.end(() => resolve())),
      remove: () => rm(path, { force: true }),
    };
  } catch {
    return undefined;
  }
}

import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Which part of a log to read. */
export type ReadLogOptions = {
  /** How many of the last complete lines to begin with. */
  lines: number;
  /** Whether to continue with new output. */
  follow: boolean;
  /** Ends the reading. */
  signal: AbortSignal;
};

/** The pause between looks at a followed file, in ms. */
const PAUSE = 100;
const CHUNK = 64 * 1024;
const NEWLINE = 10;

/** Returns the path of the rotated part of a log. */
export const rotatedPart = (path: string): string => `${path}.1`;

/**
 * Yields the end of a growing file as text, and then what is appended. It follows a log that is rotated (see {@link rotatedPart})
 * or emptied.
 * @param isOver whether nothing more can be appended; a followed file is read to its end then @default never
 * @throws the file system's error if there is no such file
 */
export async function* readLog(
  path: string,
  { lines, follow, signal }: ReadLogOptions,
  isOver: () => Promise<boolean> = async () => false,
): AsyncGenerator<string> {
  let file = await open(path, 'r');
  try {
    const last = await findLines(file, lines);
    if (last.count < lines) yield* rotatedLines(path, lines - last.count);
    let decoder = new TextDecoder();
    for await (const bytes of readRange(file, last.start, last.end)) yield decoder.decode(bytes, { stream: true });
    let at = last.end;
    while (follow && !signal.aborted) {
      const over = await isOver();
      const next = await newPart(path, file);
      if (next === undefined && (await file.stat()).size < at) {
        at = 0;
        decoder = new TextDecoder();
      }
      for await (const bytes of readRange(file, at)) {
        at += bytes.length;
        yield decoder.decode(bytes, { stream: true });
      }
      if (next !== undefined) {
        await file.close();
        file = next;
        at = 0;
        decoder = new TextDecoder();
      } else if (over) return;
      else await delay(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

/** Finds the last complete lines, as offsets in bytes. Reads backwards, since a log may be large. */
async function findLines(file: FileHandle, wanted: number): Promise<{ start: number; end: number; count: number }> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(CHUNK);
  let end: number | undefined;
  let count = 0;
  for (let to = size; to > 0; to -= Math.min(to, CHUNK)) {
    const from = Math.max(0, to - CHUNK);
    const { bytesRead } = await file.read(buffer, 0, to - from, from);
    for (let index = bytesRead - 1; index >= 0; index--) {
      if (buffer[index] !== NEWLINE) continue;
      const start = from + index + 1;
      if (end === undefined) end = start;
      else count++;
      if (count === wanted) return { start, end, count };
    }
  }
  return end === undefined ? { start: 0, end: 0, count: 0 } : { start: 0, end, count: count + 1 };
}

async function* rotatedLines(path: string, wanted: number): AsyncGenerator<string> {
  const file = await open(rotatedPart(path), 'r').catch(() => undefined);
  if (file === undefined) return;
  try {
    const { start, end } = await findLines(file, wanted);
    const decoder = new TextDecoder();
    for await (const bytes of readRange(file, start, end)) yield decoder.decode(bytes, { stream: true });
  } finally {
    await file.close();
  }
}

/** Yields the bytes from `start` to `end`, or to the end of the file. */
async function* readRange(file: FileHandle, start: number, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(CHUNK), position: at, length: Math.min(CHUNK, end - at) });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Opens the file that took the place of an open one, to which nothing is appended any more. */
async function newPart(path: string, file: FileHandle): Promise<FileHandle | undefined> {
  const [now, then] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return now === undefined || now.ino === then.ino ? undefined : open(path, 'r').catch(() => undefined);
}

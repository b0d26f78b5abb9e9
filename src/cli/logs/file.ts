import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fullPart } from '../log-file.js';

export type Follow = {
  /** How many of the last lines to begin with. */
  lines: number;
  /** Whether to stay, for what comes. */
  follow: boolean;
  write(text: string): void;
  /** Ends it. */
  signal: AbortSignal;
  /** Whether nothing more can come. */
  over(): Promise<boolean>;
};

/** How often a followed file is looked at, in ms. */
const lookMs = 100;
const chunk = 64 * 1024;

/** Shows the end of a file that grows, and of the part of it that was full, over the moments at which a new part begins. */
export async function followFile(path: string, { lines, follow, write, signal, over }: Follow): Promise<void> {
  let file = await open(path, 'r');
  try {
    const text = await file.readFile();
    const last = await lastLines(path, text.toString(), lines);
    if (last.length > 0) write(`${last.join('\n')}\n`);
    let at = text.length;
    let decoder = new TextDecoder();
    while (follow && !signal.aborted) {
      const ended = await over();
      const next = await newPart(path, file);
      const rest = await readFrom(file, at);
      at += rest.length;
      if (rest.length > 0) write(decoder.decode(rest, { stream: true }));
      if (next !== undefined) {
        await file.close();
        file = next;
        at = 0;
        decoder = new TextDecoder();
        continue;
      }
      if (ended) return;
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

async function lastLines(path: string, text: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  const lines = text.split('\n').slice(0, -1);
  if (lines.length >= count) return lines.slice(-count);
  const before = await readFile(fullPart(path), 'utf8').catch(() => '');
  return [...before.split('\n').slice(0, -1), ...lines].slice(-count);
}

/** The file that has taken the place of one that is open; in that one nothing is written any more. */
async function newPart(path: string, file: FileHandle): Promise<FileHandle | undefined> {
  const [now, then] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return now === undefined || now.ino === then.ino ? undefined : open(path, 'r').catch(() => undefined);
}

async function readFrom(file: FileHandle, start: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunk), position: at });
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

import { open } from 'node:fs/promises';

/** As much as is read of a file's end. */
const longest = 64 * 1024;

/** The last lines that were added to a file since it had `from` bytes, oldest first, without empty ones; none when it is gone. */
export async function lastLines(path: string, { from, lines }: { from: number; lines: number }): Promise<string[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - longest);
    if (size <= start) return [];
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const found = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    if (start > from) found.shift(); // the rest of a line that began before
    return found.filter((line) => line !== '').slice(-lines);
  } finally {
    await file.close();
  }
}

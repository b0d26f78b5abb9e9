import { open } from 'node:fs/promises';

/** How many bytes of the end of a file are read. */
const longest = 64 * 1024;

/** Returns the last lines of a file after its first `from` bytes, oldest first, without empty ones. A missing file has none. */
export async function lastLines(path: string, { from, lines }: { from: number; lines: number }): Promise<string[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - longest);
    if (size <= start) return [];
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const found = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    if (start > from) found.shift(); // the end of an earlier line
    return found.filter((line) => line !== '').slice(-lines);
  } finally {
    await file.close();
  }
}

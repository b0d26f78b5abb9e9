import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

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

/** Shows the end of a file that grows. */
export async function followFile(path: string, { lines, follow, write, signal, over }: Follow): Promise<void> {
  const file = await open(path, 'r');
  try {
    const text = await file.readFile('utf8');
    let at = Buffer.byteLength(text);
    const last = lines === 0 ? [] : text.split('\n').slice(0, -1).slice(-lines);
    if (last.length > 0) write(`${last.join('\n')}\n`);
    const decoder = new TextDecoder();
    while (follow && !signal.aborted) {
      const ended = await over();
      for (;;) {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunk), position: at });
        if (bytesRead === 0) break;
        at += bytesRead;
        write(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      }
      if (ended) return;
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

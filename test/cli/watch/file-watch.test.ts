import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles, type FileWatch, watchFiles } from '#dist/cli/watch/file-watch.js';

/** Watches one file. `onRead` is called before each time that the files are read. */
function watchOne(onRead: (count: number, write: (text: string) => void) => void): { file: string; watch: FileWatch; reads: () => number } {
  const root = mkdtempSync(join(tmpdir(), 'watch-'));
  const file = join(root, 'counter.clar');
  const write = (text: string): void => writeFileSync(file, text);
  write('first');
  let count = 0;
  const watch = watchFiles(root, async () => {
    onRead(++count, write);
    return [file];
  });
  onTestFinished(() => {
    watch.close();
    rmSync(root, { recursive: true });
  });
  return { file, watch, reads: () => count };
}

test('behavior: a file that is written in steps is looked at when it is complete', async () => {
  // The editor empties the file, writes a half and then the rest, each just before it is read.
  const steps = new Map([
    [2, ''],
    [3, 'second, ha'],
    [4, 'second, whole'],
  ]);
  const { watch, reads } = watchOne((count, write) => {
    const text = steps.get(count);
    if (text !== undefined) write(text);
  });
  const before = await watch.look();
  const changed = await watch.look();
  expect(reads()).toBe(5);
  const { watch: other } = watchOne((_, write) => write('second, whole'));
  expect([...changed.values()]).toEqual([...(await other.look()).values()]);
  expect(changedFiles(before, changed)).toHaveLength(1);
  // Without a change, it is read once.
  expect(changedFiles(changed, await watch.look())).toEqual([]);
  expect(reads()).toBe(6);
});

test('behavior: an abort ends a look at a file that changes all the time', async () => {
  const ending = new AbortController();
  const { watch } = watchOne((count, write) => {
    write(`text ${count}`);
    if (count === 4) ending.abort();
  });
  await watch.look();
  expect((await watch.look(ending.signal)).size).toBe(1);
});

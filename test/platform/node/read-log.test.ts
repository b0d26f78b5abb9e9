import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLog } from '#dist/platform/node/read-log.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'devnet-log-'));
  file = path.join(folder, 'a.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();

async function read(lines: number, isOver?: () => Promise<boolean>): Promise<string> {
  let text = '';
  for await (const piece of readLog(file, { lines, follow: isOver !== undefined, signal }, isOver)) text += piece;
  return text;
}

test.each([
  ['no lines', 'a\nb\n', 0, ''],
  ['some lines', 'a\nb\nc\n', 2, 'b\nc\n'],
  ['more lines than there are', 'a\nb\n', 5, 'a\nb\n'],
  ['complete lines only', 'a\nb\nhal', 1, 'b\n'],
  ['an empty file', '', 3, ''],
  ['a file without a complete line', 'half', 3, ''],
  ['empty lines', '\n\n\n', 2, '\n\n'],
])('default: %s', async (_name, content, lines, expected) => {
  writeFileSync(file, content);
  expect(await read(lines)).toBe(expected);
});

test('default: lines of a large file, with characters across the borders of what is read at once', async () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `${index} €€€\n`);
  writeFileSync(file, lines.join(''));
  expect(await read(20_000)).toBe(lines.slice(-20_000).join(''));
});

test('behavior: a line that is incomplete at first is followed from its beginning', async () => {
  writeFileSync(file, 'a\nhal');
  let looks = 0;
  const isOver = async (): Promise<boolean> => {
    if (looks === 0) appendFileSync(file, 'f\n');
    return ++looks === 2;
  };
  expect(await read(1, isOver)).toBe('a\nhalf\n');
});

test('behavior: a file that is emptied is followed from its beginning', async () => {
  writeFileSync(file, 'first\nrun\n');
  let looks = 0;
  const isOver = async (): Promise<boolean> => {
    if (looks === 0) {
      truncateSync(file);
      appendFileSync(file, 'next\n');
    }
    return ++looks === 2;
  };
  expect(await read(1, isOver)).toBe('run\nnext\n');
});

test('error: a file that does not exist', async () => {
  await expect(read(1)).rejects.toMatchObject({ code: 'ENOENT' });
});

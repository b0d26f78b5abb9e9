import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Context } from '#dist/cli/context.js';
import { openLogFile } from '#dist/cli/log-file.js';
import { readLog } from '#dist/platform/node/read-log.js';
import { emptyHome } from './child.js';
import { silentContext } from './in-process.js';

/** A log with parts of 100 bytes, and what its terminal got. */
function log(home: { env: NodeJS.ProcessEnv }) {
  const shown: string[] = [];
  const sink = { isTTY: true, write: (text: string) => void shown.push(text) };
  const context: Context = {
    ...silentContext(home.env),
    stdout: sink,
    stderr: sink,
    termination: () => expect.fail('not expected'),
  };
  const file = openLogFile(context, 100);
  if (file === undefined) throw new Error('no log');
  return { ...file, shown, parts: () => readdirSync(path.dirname(file.path)).toSorted() };
}
const line = (number: number): string => `line ${String(number).padStart(4, '0')}`;
/** What `logs` prints until a run is over. */
const show = async (file: string, lines: number, over?: () => Promise<boolean>): Promise<string> => {
  let shown = '';
  for await (const text of readLog(file, { lines, follow: over !== undefined, signal: new AbortController().signal }, over)) shown += text;
  return shown;
};

test('default: copies output without colours, until it is removed', () => {
  using home = emptyHome();
  const { path: file, context, shown, close, remove, parts } = log(home);
  context.stdout.write('\u001b[1mready\u001b[22m\n');
  context.stderr.write('careful\n');
  expect(readFileSync(file, 'utf8')).toBe('ready\ncareful\n');
  expect(shown).toEqual(['\u001b[1mready\u001b[22m\n', 'careful\n']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 20; i++) context.stdout.write(`${line(i)}\n`);
  expect(parts()).toHaveLength(2);
  close();
  remove();
  expect(parts()).toEqual([]);
});

test('behavior: keeps the last two parts of long output', async () => {
  using home = emptyHome();
  const { path: file, context, close, parts } = log(home);
  for (let i = 0; i < 1_005; i++) context.stdout.write(`${line(i)}\n`);
  expect(parts()).toEqual([path.basename(file), `${path.basename(file)}.1`]);
  const kept = [`${file}.1`, file].map((part) => readFileSync(part, 'utf8')).join('');
  expect(kept.length).toBeLessThanOrEqual(220);
  expect(kept.endsWith(`${line(1_003)}\n${line(1_004)}\n`)).toBe(true);
  expect(await show(file, 12)).toBe(Array.from({ length: 12 }, (_, i) => `${line(993 + i)}\n`).join(''));
  close();
});

test('behavior: following misses nothing at a rotation', async () => {
  using home = emptyHome();
  const { path: file, context, close } = log(home);
  let next = 0;
  // Less than a part is written between two polls.
  const over = async (): Promise<boolean> => {
    for (let i = 0; i < 7 && next < 50; i++) context.stdout.write(`${line(next++)}\n`);
    return next === 50;
  };
  expect(await show(file, 10, over)).toBe(Array.from({ length: 50 }, (_, i) => `${line(i)}\n`).join(''));
  close();
});

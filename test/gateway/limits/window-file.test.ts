import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Limiter } from '#dist/gateway/limits/limiter.js';
import { keepWindows } from '#dist/gateway/limits/window-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windows-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Keeps the windows of a limiter that dumps how often it was asked. */
async function keep(file: string) {
  const warnings: string[] = [];
  const restored: unknown[] = [];
  let dumps = 0;
  const limiter = { restore: (state: unknown) => void restored.push(state), dump: () => ({ dumps: ++dumps }) } as unknown as Limiter;
  const windows = await keepWindows(limiter, file, (message) => warnings.push(message));
  return { ...windows, warnings, restored };
}

test('default: a missing file is no failure; counts are written, for the owner only', async () => {
  const file = path.join(folder, 'private', 'windows.json');
  const { touch, close, warnings, restored } = await keep(file);
  touch();
  touch();
  await close();

  expect([warnings, restored]).toEqual([[], []]);
  expect(readFileSync(file, 'utf8')).toBe('{"dumps":1}');
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect((await keep(file)).restored).toEqual([{ dumps: 1 }]);
});

test('without a count, nothing is written', async () => {
  const file = path.join(folder, 'windows.json');
  await (await keep(file)).close();

  expect(() => statSync(file)).toThrow('ENOENT');
});

test('error: a file that cannot be read or written is reported once', async () => {
  const broken = path.join(folder, 'broken.json');
  writeFileSync(broken, '{');
  expect((await keep(broken)).warnings).toEqual([expect.stringContaining('the windows of rate limits are not kept: ')]);

  const taken = path.join(folder, 'taken');
  mkdirSync(taken);
  const { touch, close, warnings } = await keep(taken);
  expect(warnings).toEqual([expect.stringContaining('EISDIR')]);
  touch();
  await close();
  expect(warnings).toHaveLength(1);
});

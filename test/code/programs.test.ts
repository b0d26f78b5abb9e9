import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TESTS = path.resolve(import.meta.dirname, '..');
/** The modules of tests that start what others wrote. */
const PROGRAMS = /from '[^']*\/(?:chromium|page-packages|redis|bitcoind|installed|run-example|clarity\/wasm\/session)\.js'/;

test('a test with a program of others belongs to the suite of these', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && !/node_modules|\.(?:native|docker)\.test\.ts$/.test(file),
  );
  const starting = files.filter((file) => PROGRAMS.test(readFileSync(path.join(TESTS, file), 'utf8')));
  expect(starting.length).toBeGreaterThan(20);
  expect(starting.filter((file) => !file.endsWith('.programs.test.ts'))).toEqual([]);
});

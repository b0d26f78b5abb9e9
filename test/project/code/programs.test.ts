import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOfTests } from '../../files-of-tests.js';

/** The modules of tests that start what others wrote. */
const PROGRAMS =
  /from '[^']*\/(?:chromium|page-packages|redis|bitcoind|installed|examples\/run|run-example|clarity\/wasm\/session|brief-wasm)\.js'/;

test('a test with a program of others belongs to the suite of these, or to one with real nodes', () => {
  const starting = filesOfTests('.test.ts').filter((file) => PROGRAMS.test(readFileSync(file, 'utf8')));
  expect(starting.length).toBeGreaterThan(20);
  expect(starting.filter((file) => !/\.(?:programs|native|docker)\.test\.ts$/.test(file))).toEqual([]);
});

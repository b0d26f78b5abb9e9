import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measureSuite, SuiteFailure } from '#dist/tools/mutation/measure.js';
import type { CommandResult } from '#dist/tools/mutation/run-command.js';
import type { Suite } from '#dist/tools/mutation/suite.js';
import { temporaryFolder } from '../../disposable-folder.js';

const FILE = 'contracts/vault.clar';
/** What a deploy executes: line 1. Lines 2 to 4 are those of functions. */
const DEPLOYED = [1];

/** Test files with the lines that they execute; `fails` those that fail alone. */
type Fake = { files: Record<string, readonly number[]>; fails?: readonly string[]; whole?: readonly number[]; status?: number };

const ended = (status: number): CommandResult => ({ status, isTimeout: false, durationMs: 1000, output: 'first\nlast\n' });

async function report(folder: string, lines: readonly number[]): Promise<void> {
  const data = [1, 2, 3, 4].map((line) => `DA:${line},${lines.includes(line) ? 1 : 0}`);
  await writeFile(path.join(folder, 'network.info'), [`SF:${FILE}`, ...data, 'end_of_record\n'].join('\n'));
}

function fakeSuite({ files, fails = [], whole = Object.values(files).flat(), status = 0 }: Fake): Suite {
  return {
    async run({ files: chosen, coverage = '' }) {
      await report(coverage, [...DEPLOYED, ...(chosen?.flatMap((file) => files[file] ?? []) ?? whole)]);
      return ended(chosen === undefined ? status : Number(chosen.some((file) => fails.includes(file))));
    },
    async runNothing({ coverage }) {
      await report(coverage, DEPLOYED);
      return ended(0);
    },
  };
}

async function measure(fake: Fake | Suite) {
  await using folder = await temporaryFolder('measure');
  const suite = 'run' in fake ? fake : fakeSuite(fake);
  const testFiles = 'run' in fake ? ['a', 'b'] : Object.keys(fake.files);
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  const measured = await measureSuite({ suite, testFiles, workers: 2, folder: folder.path, onProgress: () => undefined, onWarning });
  return { ...measured, warnings };
}

test('default: a line has the test files whose coverage reaches it', async () => {
  const { testsFor, durationMs, warnings } = await measure({ files: { a: [2], b: [2, 3] } });
  expect([1, 2, 3, 4].map((line) => testsFor(FILE, line))).toEqual([['a', 'b'], ['a', 'b'], ['b'], 'none']);
  // Coverage does not count the line, for example that of a constant.
  expect(testsFor(FILE, 5)).toEqual(['a', 'b']);
  expect({ durationMs, warnings }).toEqual({ durationMs: 1000, warnings: [] });
});

test('behavior: a test file whose coverage is unknown reaches each line', async () => {
  const { testsFor } = await measure({ files: { a: [2], b: [3], simnet: [] } });
  expect([2, 4].map((line) => testsFor(FILE, line))).toEqual([['a', 'simnet'], ['simnet']]);
});

test('behavior: a network that has not finished its report makes coverage unknown', async () => {
  const suite = fakeSuite({ files: { a: [2], b: [3] } });
  const run: Suite['run'] = async (request) => {
    if (request.files?.[0] === 'b' && request.coverage) await writeFile(path.join(request.coverage, 'own.info'), '');
    return suite.run(request);
  };
  const { testsFor } = await measure({ ...suite, run });
  expect(testsFor(FILE, 2)).toEqual(['a', 'b']);
});

test.each([
  ['a file fails alone', { files: { a: [2], b: [3] }, fails: ['b'] }, ['all', 'all', 'none'], 'b fails alone'],
  [
    'files execute less than all',
    { files: { a: [2], b: [3] }, whole: [2, 3, 4] },
    ['all', 'all', 'all'],
    'execute less than the whole command',
  ],
  ['tests record nothing', { files: { a: [], b: [] } }, ['all', 'all', 'all'], 'record no coverage'],
] as const)('behavior: the whole command runs if %s', async (_, fake, expected, warning) => {
  const { testsFor, warnings } = await measure(fake);
  expect([2, 3, 4].map((line) => testsFor(FILE, line))).toEqual(expected);
  expect(warnings).toEqual([expect.stringContaining(warning)]);
});

test('behavior: a single test file is the whole command', async () => {
  const { testsFor } = await measure({ files: { a: [2] } });
  expect([2, 3].map((line) => testsFor(FILE, line))).toEqual(['all', 'none']);
});

test('error: a red suite shows the end of its output', async () => {
  const failure = measure({ files: { a: [2], b: [3] }, status: 1 });
  await expect(failure).rejects.toThrow(SuiteFailure);
  await expect(failure).rejects.toThrow(/^The suite fails without a mutant \(status 1\), so no mutant was run\. .*\nfirst\nlast$/);
});

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';
import { readLcov } from '../network/devnet/coverage/lcov.js';
import { devnetProgram, programOf, runExample } from './run.js';

const coverage = path.join(tmpdir(), `runners-${process.pid}.info`);
afterEach(() => rmSync(coverage, { force: true }));

/** The lines of `increment`, which one test file calls, and of `get-count`, which another one calls. */
const LINES = { 'DA:5': 1, 'DA:6': 1, 'DA:8': 1 };
const node = ['--test', '--test-reporter=tap'];
const runners = {
  vitest: { args: [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts'], passed: /Tests +3 passed \(3\)/ },
  jest: { args: [programOf('jest/bin/jest.js'), '--config', 'jest.config.cjs'], passed: /Tests: +3 passed, 3 total/ },
  'node-test': { args: [devnetProgram, 'exec', '--', process.execPath, ...node], passed: /^# pass 3$/m },
} as const;

describe.each(Object.entries(runners))('%s', (name, { args, passed }) => {
  test('default: the network has the project, and all files and workers count for one report', async () => {
    const { status, output } = await runExample(`clarinet/${name}`, [...args], { DEVNET_COVERAGE: coverage });
    expect(output).toMatch(passed);
    expect(status).toBe(0);
    expect(readLcov(readFileSync(coverage, 'utf8'))['counter.clar']).toMatchObject(LINES);
  });

  test('behavior: DEVNET_PROJECT=false starts without the project', async () => {
    const { status, output } = await runExample(`clarinet/${name}`, [...args], { DEVNET_PROJECT: 'false' });
    expect(output).toContain('there is no contract ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter');
    expect(status).toBe(1);
  });

  test('error: a project that is not there', async () => {
    const { status, output } = await runExample(`clarinet/${name}`, [...args], { DEVNET_PROJECT: '/nowhere' });
    expect(output).toContain('project: expected a folder with Clarinet.toml');
    expect(status).not.toBe(0);
  });
});

describe('node:test without exec', () => {
  test('behavior: one file alone writes its report', async () => {
    const { status } = await runExample('clarinet/node-test', ['increment.test.js'], { DEVNET_COVERAGE: coverage });
    expect(status).toBe(0);
    expect(readLcov(readFileSync(coverage, 'utf8'))['counter.clar']).toMatchObject({ 'DA:5': 1, 'DA:8': 0 });
  });

  test('default: the network of each file has the project, and writes a report into the folder of DEVNET_COVERAGE_FOLDER', async () => {
    await using folder = await temporaryFolder('coverage');
    const { status, output } = await runExample('clarinet/node-test', node, { DEVNET_COVERAGE_FOLDER: folder.path });
    expect(output).toMatch(/^# pass 3$/m);
    expect(status).toBe(0);
    const reports = readdirSync(folder.path).map((name) => readLcov(readFileSync(path.join(folder.path, name), 'utf8'))['counter.clar']);
    expect(reports.map((report) => report?.['DA:5']).sort()).toEqual([0, 1]);
  });

  test('error: the networks of several files would overwrite one report', async () => {
    const { status, output } = await runExample('clarinet/node-test', node, { DEVNET_COVERAGE: coverage });
    expect(output).toContain(` exec --coverage ${coverage} -- node --test`);
    expect(status).toBe(1);
  });
});

import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { executablePath } from '../browser/chromium.js';
import { hasPagePackages, needsPagePackages } from '../browser/wallet/page-packages.js';
import { temporaryFolder } from '../disposable-folder.js';
import { freePort } from '../free-ports.js';
import { linked, withConnect } from './linked.js';
import { devnetProgram, programOf, runExample } from './run.js';

const jest = [programOf('jest/bin/jest.js'), '--config', 'jest.config.cjs'];
const vitest = [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts'];

/** Vitest imports jsdom from where Vitest itself is installed. */
const withJsdom = (): void =>
  linked(path.join(import.meta.dirname, '../../node_modules/jsdom'), path.join(import.meta.dirname, '../programs/node_modules/jsdom'));

describe('Vitest', () => {
  test('default: one network for the run, another for the file that wants its own', async () => {
    const { status, output } = await runExample('vitest-plugin', vitest);
    expect(output).toMatch(/Tests +31 passed \(31\)/);
    expect(status).toBe(0);
  });

  test('error: a failing set-up fails the run and cleans up', async () => {
    const before = readdirSync(tmpdir());
    const { status, output } = await runExample('vitest-plugin', vitest, { DEVNET_ENGINE: 'embeded' });
    expect(output).toContain('DEVNET_ENGINE: expected embedded');
    expect(status).toBe(1);
    expect(readdirSync(tmpdir()).filter((name) => name.includes('stacks-devnet') && !before.includes(name))).toEqual([]);
  });
});

describe('Jest', () => {
  test('default: one network for the run', async () => {
    const { status, output } = await runExample('jest', jest);
    expect(output).toMatch(/Tests: +11 passed, 11 total/);
    expect(output).not.toMatch(/did not exit|open handle/);
    expect(status).toBe(0);
  });

  test('error: a failing set-up fails the run', async () => {
    const { status, output } = await runExample('jest', jest, { DEVNET_EPOCH: '9' });
    expect(output).toContain('DEVNET_EPOCH: expected');
    expect(status).toBe(1);
  });
});

describe.skipIf(!hasPagePackages)(`Vitest with jsdom (needs ${needsPagePackages})`, () => {
  test('default: components have a wallet', async () => {
    withConnect('component');
    withJsdom();
    const { status, output } = await runExample('component', vitest);
    expect(output).toMatch(/Tests +2 passed \(2\)/);
    expect(status).toBe(0);
  });
});

const canPlay = executablePath !== undefined && hasPagePackages;
describe.skipIf(!canPlay)(`Playwright (needs chromium on PATH, or CHROMIUM, and ${needsPagePackages})`, () => {
  test('default: each test has a page with a wallet, on its own network', async () => {
    withConnect('playwright');
    await using results = await temporaryFolder('playwright');
    const run = [programOf('@playwright/test/cli.js'), 'test', '--reporter=line', '--workers=1', `--output=${results.path}`];
    const variables = { CHROMIUM: executablePath ?? '', APP_PORT: String(await freePort()) };
    const { status, output } = await runExample('playwright', run, variables, 150_000);
    expect(output).toContain('8 passed');
    expect(status).toBe(0);
  }, 160_000);
});

describe('node:test', () => {
  test('default: a network per file', async () => {
    const { status, output } = await runExample('node-test', ['--test', '--test-reporter=tap']);
    expect(output).toMatch(/^# pass 7$/m);
    expect(status).toBe(0);
  });

  test('behavior: one network for the run, by exec', async () => {
    const { status, output } = await runExample('node-test', [
      devnetProgram,
      'exec',
      '--',
      process.execPath,
      '--test',
      '--test-reporter=tap',
    ]);
    expect(output).toMatch(/^# pass 7$/m);
    expect(status).toBe(0);
  });
});

/** A runner of tests that this package supports, with the files that its first test needs and the command that runs it. */
export type FirstTest = { runner: string; files: Readonly<Record<string, string>>; command: string };

const BODY = (expectation: string): string => `  const alice = await net.account({ stx: 0n, btc: 0n });
  const { txId } = await net.devnet.faucet.stx(alice.stx.address, { amount: 1_000_000n });
  const receipt = await net.devnet.stacks.receipt(txId);
  ${expectation}
`;

const VITEST: FirstTest = {
  runner: 'vitest',
  command: 'npx vitest run',
  files: {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['stacks-devnet/vitest/setup'], // one network for the whole run
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
`,
    'test/devnet.test.ts': `import { useDevnet } from 'stacks-devnet/vitest';
import { expect, test } from 'vitest';

const net = useDevnet();

test('the faucet pays an account', async () => {
${BODY("expect(receipt?.status).toBe('success');")}});
`,
  },
};

const JEST: FirstTest = {
  runner: 'jest',
  command: 'npx jest',
  files: {
    'jest.config.cjs': `module.exports = {
  globalSetup: 'stacks-devnet/jest/setup',
  globalTeardown: 'stacks-devnet/jest/teardown',
  testEnvironment: 'stacks-devnet/jest',
  testTimeout: 30_000,
};
`,
    'test/devnet.test.js': `test('the faucet pays an account', async () => {
  const net = stacksDevnet;
${BODY("expect(receipt?.status).toBe('success');")}});
`,
  },
};

const NODE: FirstTest = {
  runner: 'node:test',
  command: 'npx stacks-devnet exec -- node --test',
  files: {
    'test/devnet.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDevnet } from 'stacks-devnet/node-test';

const net = useDevnet();

test('the faucet pays an account', async () => {
${BODY("assert.equal(receipt?.status, 'success');")}});
`,
  },
};

/** Returns the first test for the runner that a project depends on: Vitest, Jest, else that of Node. */
export function firstTest(dependencies: ReadonlySet<string>): FirstTest {
  if (dependencies.has('vitest')) return VITEST;
  return dependencies.has('jest') ? JEST : NODE;
}

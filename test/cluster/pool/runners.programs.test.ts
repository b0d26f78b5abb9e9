import { afterAll, beforeAll, expect, test } from 'vitest';
import { devnetProgram, programOf, runExample } from '../../examples/run.js';
import { FULL_LENGTH } from '../../full-length.js';
import { servePool, type TestPool } from './serve-pool.js';

let pool: TestPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(() => pool[Symbol.asyncDispose]());

/** The number of networks that the pool has handed out, and of those that are still held. */
async function counts(): Promise<{ ended: number; held: number }> {
  const answer = (await (await fetch(`${pool.url}/networks`)).json()) as { counts: { ended: { closed: number } }; networks: object[] };
  return { ended: answer.counts.ended.closed, held: answer.networks.length };
}

/** Of Vitest, a file that shares its network and one that wants its own; of Jest, two files. */
const [vitestFiles, jestFiles] = FULL_LENGTH
  ? [[], []]
  : [
      ['own-network', 'payments'],
      ['objects', 'payments'],
    ];
const vitest = [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts', ...vitestFiles];
const jest = [programOf('jest/bin/jest.js'), '--config', 'jest.config.cjs', ...jestFiles];

test.each([
  ['Vitest', 'vitest-plugin', vitest, FULL_LENGTH ? /Tests +31 passed \(31\)/ : /Tests +2 passed \(2\)/],
  ['Jest', 'jest', jest, FULL_LENGTH ? /Tests: +11 passed, 11 total/ : /Tests: +5 passed, 5 total/],
])('behavior: a suite of %s uses the pool unchanged', async (_runner, example, command, passed) => {
  const before = await counts();
  const { status, output } = await runExample(example, command, { DEVNET_POOL: pool.url });
  expect(output).toMatch(passed);
  expect(status).toBe(0);
  const after = await counts();
  expect(after.ended).toBeGreaterThan(before.ended);
  expect(after.held).toBe(0);
});

test('behavior: a suite of node:test under exec uses the pool unchanged', async () => {
  const { status } = await runExample('node-test', [devnetProgram, 'exec', '--', process.execPath, '--test'], { DEVNET_POOL: pool.url });
  expect(status).toBe(0);
  expect((await counts()).held).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { devnetProgram, programOf, runExample } from '../../examples/run.js';
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

test.each([
  ['Vitest', 'vitest-plugin', [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts'], /Tests +31 passed \(31\)/],
  ['Jest', 'jest', [programOf('jest/bin/jest.js'), '--config', 'jest.config.cjs'], /Tests: +11 passed, 11 total/],
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

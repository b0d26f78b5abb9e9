import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulateSteps } from '#dist/stacks/node/simulation/simulate-steps.js';
import type { SimulationStep } from '#dist/stacks/protocol/trace/simulation-steps.js';
import { type TestChain, testChain, WALLET } from '../clarity/support.js';

let chain: TestChain;
beforeAll(async () => {
  chain = await testChain();
});
afterAll(() => chain.state.vm.close());

const request = (...steps: SimulationStep[]) => ({ at: undefined, overrides: [], steps });
const evaluate = (expression: string): SimulationStep => ({ type: 'evaluate', sender: WALLET, contract: undefined, expression });

test('behavior: an expression that takes too long fails, and the next step follows', async () => {
  // Its analysis looks up each of the names.
  const long = `(begin ${'(len (sha512 0x00)) '.repeat(300_000)})`;
  const { steps } = await simulateSteps(chain.state, request(evaluate(long), evaluate('u1')));
  expect(steps).toMatchObject([
    { status: 'failed', reason: expect.stringContaining('too much time') },
    { status: 'success', result: { repr: 'u1' } },
  ]);
});

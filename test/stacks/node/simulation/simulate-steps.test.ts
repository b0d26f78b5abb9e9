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

test('behavior: requests get their turn between the blocks of a step', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await simulateSteps(chain.state, request({ type: 'mine', chain: 'bitcoin', blocks: 200 }));
  isDone = true;
  expect(turns).toBeGreaterThan(2);
});

test('error: a simulation that takes too long, and one with too long an answer, which name the step', async () => {
  const none = { time: -1, characters: 1_000 };
  const slow = simulateSteps(chain.state, request(evaluate('u1')), undefined, none);
  await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT', field: 'steps[0]' });
  const short = { time: 60_000, characters: 300 };
  const long = simulateSteps(chain.state, request(evaluate('u1'), evaluate('u2'), evaluate('u3')), undefined, short);
  await expect(long).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'steps[1]',
    message: expect.stringContaining('300 characters'),
  });
});

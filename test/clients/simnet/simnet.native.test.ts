import { expect } from 'vitest';
import { testWithNodes as test } from '../../engines/real-nodes/launch/native/real-nodes.js';
import { runScenario } from './run-scenario.js';

test("default: every method returns what clarinet-sdk's simnet returns, on real nodes", async () => {
  const [expected, { steps, status, output }] = [await runScenario('simnet'), await runScenario('native')];
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  const { http: _http, block, transfers, ...same } = steps;
  const { block: _block, transfers: _transfers, ...others } = expected.steps;
  expect(same).toEqual(others);
  // A real miner decides in how many blocks.
  for (const [name, mined] of Object.entries({ block, transfers }))
    expect(mined).toMatchObject({ value: (expected.steps[name] as { value: unknown }).value });
});

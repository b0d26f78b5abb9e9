import { expect } from 'vitest';
import { testWithNodes as test } from '../engines/real-nodes/launch/native/real-nodes.js';
import { runScenario } from './run-scenario.js';

test("default: every method returns what clarinet-sdk's simnet returns, on real nodes", async () => {
  const [expected, { steps, status, output }] = [await runScenario('simnet'), await runScenario('native')];
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  const { http: _http, block, ...same } = steps;
  const { block: _block, ...others } = expected.steps;
  // A real miner decides in how many blocks.
  expect(same).toEqual(others);
  expect(block).toMatchObject({ value: (expected.steps['block'] as { value: unknown }).value });
});

import { expect } from 'vitest';
import { testWithNodes as test } from '../engines/real-nodes/launch/docker/real-nodes.js';
import { runVitestExample } from './run-example.js';

test('default: passes on docker', async () => {
  const { status, output } = await runVitestExample('docker');
  expect(output).toMatch(/Tests +5 passed \(5\)/);
  expect(status).toBe(0);
});

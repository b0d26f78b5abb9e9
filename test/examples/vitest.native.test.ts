import { expect } from 'vitest';
import { testWithNodes as test } from '../engines/real-nodes/launch/native/real-nodes.js';
import { runVitestExample } from './run-example.js';

test('default: passes on native', async () => {
  const { status, output } = await runVitestExample('native');
  expect(output).toMatch(/Tests +5 passed \(5\)/);
  expect(status).toBe(0);
});

import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isDead, runLabels } from '#dist/engines/real-nodes/launch/docker/labels.js';

test('default: the run of this process is alive', async () => {
  const labels = await runLabels('abc', '1.2.3');
  expect(labels).toMatchObject({ 'devnet.run': 'abc', 'devnet.version': '1.2.3', 'devnet.owner.pid': `${process.pid}` });
  expect(await isDead(labels)).toBe(false);
});

test('behavior: a run with another start time than the process of its pid is dead', async () => {
  const labels = await runLabels('abc', '1.2.3');
  expect(await isDead({ ...labels, 'devnet.owner.start': 'long ago' })).toBe(true);
});

test.each([
  ['of another machine', { 'devnet.owner.machine': `not-${hostname()}` }],
  ['without a start time', { 'devnet.owner.start': '' }],
  ['without a pid', { 'devnet.owner.pid': '' }],
])('behavior: a run %s is left alone', async (_, change) => {
  const labels = { ...(await runLabels('abc', '1.2.3')), 'devnet.owner.start': 'long ago' };
  expect(await isDead({ ...labels, ...change })).toBe(false);
});

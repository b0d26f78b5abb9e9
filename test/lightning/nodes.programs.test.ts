import { expect, test } from 'vitest';
import { runExample } from '../examples/run.js';
import { hasLnd } from './installed.js';

const TIMEOUT = 300_000;

test.skipIf(!hasLnd).each([
  ['a network, which they poll', []],
  ['a Bitcoin node, by ZeroMQ', ['--zmq']],
])('default: two LND nodes on %s', { timeout: TIMEOUT }, async (_, args) => {
  const { status, output } = await runExample('lightning', ['lightning.js', ...args], {}, TIMEOUT - 10_000);
  expect(output.replaceAll(/[0-9a-f]{64}/g, '<txid>').split('\n')).toEqual([
    'two nodes, funded and connected',
    'a channel is funded by <txid>',
    'the channel is active',
    'paid 25000 sats',
    'closed',
    'a channel is funded by <txid>',
    'the channel is active',
    'paid 100000 sats',
    'paid 10000 sats',
    'closed by force',
    '',
  ]);
  expect(status).toBe(0);
});

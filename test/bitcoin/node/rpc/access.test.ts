import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RpcNode, startRpcNode } from '../harness.js';

const hash = createHmac('sha256', 'salt').update('secret').digest('hex');
let node: RpcNode;

beforeAll(async () => {
  node = await startRpcNode({
    access: {
      credentials: ['ann', 'bob', 'cyd'].map((user) => ({ user, salt: 'salt', hash })),
      whitelist: [
        { user: 'ann', methods: ['getblockcount', 'uptime'] },
        { user: 'bob', methods: ['getblockcount', 'uptime'] },
        { user: 'bob', methods: ['uptime'] },
      ],
    },
  });
});

afterAll(() => node[Symbol.asyncDispose]());

const status = async (user: string, password: string, body: unknown) =>
  (await node.post(body, { headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` } })).status;

test.each([
  ['ann', 'getblockcount', 200],
  ['ann', 'stop', 403],
  ['bob', 'getblockcount', 403],
  ['bob', 'uptime', 200],
  ['cyd', 'uptime', 403],
])('behavior: %s calls %s: %i', async (user, method, expected) => {
  expect(await status(user, 'secret', { id: 1, method })).toBe(expected);
});

test('error: a wrong password', async () => {
  expect(await status('ann', 'wrong', { id: 1, method: 'uptime' })).toBe(401);
  expect(await status('dan', 'secret', { id: 1, method: 'uptime' })).toBe(401);
});

test('error: one forbidden call forbids its batch', async () => {
  expect(await status('ann', 'secret', [{ method: 'uptime' }, { method: 'stop' }])).toBe(403);
  expect(await status('ann', 'secret', [{ method: 'uptime' }, { method: 'getblockcount' }])).toBe(200);
});

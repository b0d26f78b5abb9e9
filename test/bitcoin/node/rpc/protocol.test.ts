import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type RpcNode, startRpcNode, TRUE_ADDRESS, USER } from '../harness.js';

let rpc: RpcNode;
beforeAll(async () => {
  rpc = await startRpcNode();
});
afterAll(() => rpc[Symbol.asyncDispose]());

test.each(['1.1', '3.0', ''])('error: version "%s" of JSON-RPC', async (jsonrpc) => {
  const { status, text } = await rpc.post({ jsonrpc, id: 3, method: 'getblockcount' });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({ result: null, error: { code: -32600, message: 'JSON-RPC version not supported' }, id: 3 });
});

test('behavior: a notification is run and not answered', async () => {
  const { height } = rpc.node.tip();
  const params = [1, TRUE_ADDRESS];
  const notification = { jsonrpc: '2.0', method: 'generatetoaddress', params };
  expect(await rpc.post(notification)).toMatchObject({ status: 204, text: '' });
  expect(await rpc.post([notification, notification])).toMatchObject({ status: 204, text: '' });
  expect(rpc.node.tip().height).toBe(height + 3);
});

test('error: a body of more than 32 MiB is cut off', async () => {
  const answer = await rpc.post(`"${'x'.repeat(0x02000000)}"`).then(
    ({ status }) => status,
    // The connection is closed while the client still sends.
    () => 'closed',
  );
  expect([413, 'closed']).toContain(answer);
  expect(await rpc.call('uptime')).toBeTypeOf('number');
});

test('error: a port that is taken', async () => {
  const { port } = new URL(rpc.url);
  const taken = rpc.node.listen({ host: '127.0.0.1', port: Number(port), user: USER, password: PASSWORD });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('behavior: stop is answered, then the node is closed', async () => {
  await using other = await startRpcNode();
  expect(await other.call('stop')).toBe('Bitcoin Core stopping');
  await expect(other.call('uptime')).rejects.toThrow();
});

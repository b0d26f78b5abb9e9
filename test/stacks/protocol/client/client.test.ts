import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';

/** A server with answers that a well-behaved node never gives. */
async function serving(answer: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(answer);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("default: a rejected transaction has the node's reason", async () => {
  await using node = await serving((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'transaction rejected', reason: 'BadNonce', txid: '00' }));
  });
  await expect(createStacksClient({ rpcUrl: node.url }).broadcast(Uint8Array.of(1))).rejects.toMatchObject({
    code: 'RPC',
    rpcCode: 400,
    reason: 'BadNonce',
  });
});

test('behavior: after a broken connection the client repeats a GET, but not a POST', async () => {
  let requests = 0;
  await using node = await serving((request, response) => {
    requests++;
    if (requests < 3 || request.method === 'POST') request.socket.destroy();
    else response.end('{"balance":"0x0000000000000000000000000000000a","locked":"0x00","unlock_height":0,"nonce":4}');
  });
  const rpc = createStacksClient({ rpcUrl: node.url });
  expect(await rpc.account('ST1')).toEqual({ balance: 10n, locked: 0n, unlockHeight: 0, nonce: 4 });
  expect(requests).toBe(3);
  await expect(rpc.broadcast(Uint8Array.of(1))).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  expect(requests).toBe(4);
});

test('error: an answer that is not understood names the field', async () => {
  await using node = await serving((_, response) => response.end('{"balance":"0x0a","locked":"0x00","unlock_height":0}'));
  await expect(createStacksClient({ rpcUrl: node.url }).account('ST1')).rejects.toMatchObject({
    code: 'RPC',
    message: "the node's answer is not understood: nonce should be a whole number and is absent",
  });
});

test.each([
  ['with more bytes than its fields can have', `{"nonce":"${'0'.repeat(64 * 1024)}"}`, 'The answer is longer than 64 KiB.'],
  ['of 20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000), /the answer is not JSON$/],
])('error: an answer %s', async (_, body, message) => {
  await using node = await serving((_request, response) => response.end(body));
  await expect(createStacksClient({ rpcUrl: node.url }).account('ST1')).rejects.toMatchObject({
    code: 'RPC',
    message: expect.stringMatching(message),
  });
});

test('error: a node that does not answer in time', async () => {
  await using node = await serving(() => undefined);
  await expect(createStacksClient({ rpcUrl: node.url, timeoutMs: 20 }).info()).rejects.toMatchObject({ code: 'TIMEOUT' });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createGatewayClient } from '#dist/network/devnet/connected/gateway-client.js';

/** A server whose answers never end: a byte every few milliseconds. */
async function dripping() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('error: TIMEOUT for an answer that does not end', async () => {
  await using server = await dripping();
  const { ask } = createGatewayClient({ url: server.url, timeoutMs: 100 });
  await expect(ask('GET', '/devnet/v1/status')).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: `the devnet at ${server.url} did not answer GET /devnet/v1/status within 100 ms`,
  });
});

test.each([
  ['POST', {}],
  ['GET', { isLong: true }],
] as const)('behavior: %s lasts until its signal if it is long', async (method, options) => {
  await using server = await dripping();
  const { ask } = createGatewayClient({ url: server.url, timeoutMs: 10 });
  const stopped = new Error('stopped');
  const ending = new AbortController();
  setTimeout(() => ending.abort(stopped), 200);
  const begun = performance.now();
  await expect(ask(method, '/devnet/v1/mine', { ...options, signal: ending.signal })).rejects.toBe(stopped);
  expect(performance.now() - begun).toBeGreaterThan(150);
});

test('error: INVALID_INPUT for a body that JSON cannot have; the gateway gets a bigint as digits', async () => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request) received.push(`${chunk}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { ask } = createGatewayClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    await ask('POST', '/devnet/v1/chaos/silent-signer', { body: { signer: 1n } });
    expect(received).toEqual(['{"signer":"1"}']);
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    await expect((async () => ask('POST', '/devnet/v1/mine', { body: cyclic }))()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

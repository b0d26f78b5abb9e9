import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startGateway } from '#dist/gateway/server.js';
import { FAUCET_AMOUNTS, testGateway } from './support/gateway.js';
import { memoryDevnet } from './support/memory-devnet.js';

describe('cross-origin', () => {
  test.each(['/extended/v1/faucets/btc', '/v2/transactions', '/extended/v2/info', '/nowhere', '/'])(
    'default: a preflight of %s',
    async (url) => {
      await using gateway = await testGateway();
      const headers = {
        origin: 'http://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-hiro-product',
      };
      const response = await gateway.app.inject({ method: 'OPTIONS', url, headers });
      expect(response.statusCode).toBe(204);
      expect(response.body).toBe('');
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type,x-hiro-product',
        'access-control-allow-methods': 'GET, HEAD, POST',
      });
    },
  );

  test('behavior: scripts may read the headers of limits', async () => {
    await using gateway = await testGateway();
    const exposed = `${(await gateway.app.inject('/nowhere')).headers['access-control-expose-headers']}`;
    for (const name of ['x-api-version', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect(exposed.split(', ')).toContain(name);
    }
  });
});

test.each(['/nowhere', '/extended/v1/faucets/eth', '/devnet/v1/nothing', '/devnet/v1/sbtc/nothing', '/1/nothing', '/1/r'])(
  'error: 404 in the shape of errors at %s',
  async (url) => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'GET', url: `${url}?a=1` });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toMatchObject({ error: `there is nothing at GET ${url}`, code: 'NOT_FOUND' });
  },
);

test.each([
  ['GET', '/faucet', 'POST'],
  ['PUT', '/1/r/generate', 'POST'],
  ['POST', '/1/b/best', 'GET, HEAD'],
] as const)('error: 405 for %s %s', async (method, url, allowed) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method, url });
  expect([response.statusCode, response.headers['allow']]).toEqual([405, allowed]);
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'method', expected: allowed, received: method });
});

test.each([
  ['application/json', '{'],
  ['text/plain', 'x'],
])('error: a body of type %s does not matter where nothing is below /1', async (type, payload) => {
  await using gateway = await testGateway();
  const post = (body: string) =>
    gateway.app.inject({ method: 'POST', url: '/1/nothing', headers: { 'content-type': type }, payload: body });
  expect((await post(payload)).json()).toMatchObject({ error: 'there is nothing at POST /1/nothing', code: 'NOT_FOUND' });
  expect((await post('x'.repeat(64 * 1024 + 1))).json()).toMatchObject({ code: 'INVALID_INPUT', expected: 'at most 64 KiB' });
});

test.each(['/extended/v1/ws', '/socket.io/'])('error: 426 at %s for a request without a websocket upgrade', async (url) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method: 'GET', url: `${url}?EIO=4&transport=polling` });
  expect(response.statusCode).toBe(426);
  expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', upgrade: 'websocket' });
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'upgrade', expected: 'websocket' });
});

test('error: a path with broken percent encoding', async () => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method: 'GET', url: '/extended/%zz' });
  expect(response.statusCode).toBe(400);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'path' });
});

test('behavior: HEAD answers like GET without a body', async () => {
  await using gateway = await testGateway();
  for (const url of ['/', '/ready', '/openapi.json', '/devnet/v1/status']) {
    const get = await gateway.app.inject({ method: 'GET', url });
    const head = await gateway.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  }
});

describe('startGateway', () => {
  const start = (port = 0) =>
    startGateway({ faucetAmounts: FAUCET_AMOUNTS, devnet: memoryDevnet('http://127.0.0.1:9'), port, version: '1.2.3' });

  test('default: listens on a free port, and frees it', async () => {
    const gateway = await start();
    expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(gateway.url);
    expect(response.headers.get('x-api-version')).toBe('stacks-devnet 1.2.3');
    expect(await response.json()).toMatchObject({ name: 'stacks-devnet', version: '1.2.3' });
    await Promise.all([gateway.close(), gateway.close()]);
    await expect(fetch(gateway.url)).rejects.toThrow();
  });

  test('behavior: close does not wait for clients that keep their connection', async () => {
    const gateway = await start();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).resume();
    // The connection is closed, which may appear as a reset.
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.write('POST /v2/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n', resolve));
    await gateway.close();
    await ended;
  });

  test.each([
    ['GET', ''],
    ['POST', '{"address":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM"}'],
  ])('behavior: %s by a client that offers HTTP/2, as Java does, is answered in HTTP/1.1, and so is what follows', async (method, body) => {
    const gateway = await start();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    let text = '';
    socket.on('data', (part: string) => {
      text += part;
    });
    const path = method === 'GET' ? '/' : '/extended/v1/faucets/stx';
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA';
    const content = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n${content}\r\n\r\n${body}`);
    await expect.poll(() => text).toContain(method === 'GET' ? '"name":"stacks-devnet"' : '"success":true');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => text).toContain('"openapi":"3.1');
    expect(text.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
    await gateway.close();
  });

  test('error: PORT_TAKEN', async () => {
    const gateway = await start();
    await expect(start(Number(new URL(gateway.url).port))).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'ports.gateway' });
    await gateway.close();
  });
});

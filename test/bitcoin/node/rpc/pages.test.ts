import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHORIZATION, PASSWORD, type RpcNode, startRpcNode, USER } from '../harness.js';

let rpc: RpcNode;
beforeAll(async () => {
  rpc = await startRpcNode({ rest: true });
});
afterAll(() => rpc[Symbol.asyncDispose]());

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string; at?: string };

/** Sends a request with exactly these headers, as no fetch does. */
function send({ method = 'POST', path = '/', headers = {}, body = '{"method":"getblockcount"}', at = rpc.url }: Sent = {}) {
  return new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const outgoing = request(`${at}${path}`, { method, headers: { authorization: AUTHORIZATION, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    });
    outgoing.on('error', reject).end(method === 'POST' ? body : undefined);
  });
}

describe('programs', () => {
  test.each([
    ['no content type', {}],
    ['curl --data', { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'curl/8.5.0' }],
    ['the examples of help', { 'content-type': 'text/plain;' }],
    ['JSON', { 'content-type': 'application/json' }],
    ["Node's fetch", { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-mode': 'cors' }],
    ['the name of a container', { host: 'bitcoin:18443' }],
    ['the host of containers', { host: 'host.docker.internal:18443' }],
  ])('default: may call with %s', async (_, headers) => {
    expect(await send({ headers })).toMatchObject({ status: 200, text: expect.stringContaining('"result":0') });
  });

  test('behavior: a host that listen() names', async () => {
    const { url, close } = await rpc.node.listen({
      host: '127.0.0.1',
      port: 0,
      user: USER,
      password: PASSWORD,
      allowedHosts: ['a.example'],
    });
    expect((await send({ at: url, headers: { host: 'a.example:1' } })).status).toBe(200);
    expect((await send({ at: url, headers: { host: 'b.example:1' } })).status).toBe(403);
    await close();
  });
});

describe('pages', () => {
  test.each([
    ['a form', { origin: 'https://evil.example', 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }],
    ['a page at another port', { origin: 'http://127.0.0.1:5173', 'content-type': 'application/json' }],
    ['a frame', { origin: 'null', 'content-type': 'text/plain' }],
    ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    ['DNS rebinding', { host: 'evil.example:1', origin: 'http://evil.example:1', 'content-type': 'application/json' }],
  ])('error: %s may not call, with the right password', async (_, headers) => {
    const { status, text, headers: answered } = await send({ headers, body: '{"method":"createwallet","params":["pwn"]}' });
    expect({ status, text }).toEqual({ status: 403, text: expect.stringMatching(/may not call the Bitcoin RPC|^host: expected/) });
    expect(answered).not.toHaveProperty('access-control-allow-origin');
    expect(await rpc.call('listwallets')).toEqual([]);
  });

  test('error: REST is not for foreign pages either', async () => {
    const path = '/rest/chaininfo.json';
    expect((await send({ method: 'GET', path })).status).toBe(200);
    expect((await send({ method: 'GET', path, headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await send({ method: 'GET', path, headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })).status).toBe(
      403,
    );
  });

  test('behavior: an origin that listen() names, with JSON', async () => {
    const origins = ['http://localhost:5173'];
    const { url, close } = await rpc.node.listen({ host: '127.0.0.1', port: 0, user: USER, password: PASSWORD, origins });
    const headers = { origin: 'http://localhost:5173', 'content-type': 'application/json' };
    expect((await send({ at: url, headers })).status).toBe(200);
    expect((await send({ at: url, headers: { ...headers, 'content-type': 'text/plain' } })).status).toBe(403);
    await close();
  });

  test('behavior: the Esplora API is for pages on every origin', async () => {
    const headers = { origin: 'https://wallet.example', 'sec-fetch-site': 'cross-site' };
    const answer = await send({ method: 'GET', path: '/blocks/tip/height', headers });
    expect(answer).toMatchObject({ status: 200, text: '0', headers: { 'access-control-allow-origin': '*' } });
  });
});

describe('bodies', () => {
  const body = (bytes: number) => `{"method":"getblockcount","params":[${' '.repeat(bytes)}]}`;

  test('error: without the password, and at the routes for everybody, they are short', async () => {
    const wrong = { authorization: 'Basic eDp5' };
    expect((await send({ body: body(10) })).status).toBe(200);
    expect((await send({ body: body(1_000_000) })).status).toBe(200);
    expect((await send({ body: body(10), headers: wrong })).status).toBe(401);
    expect((await send({ body: body(100_000), headers: wrong })).status).toBe(413);
    expect((await send({ path: '/rest/x', body: body(100_000) })).status).toBe(413);
    expect((await send({ path: '/tx', body: body(5_000_000) })).status).toBe(413);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { type TestGateway, testGateway } from './support/gateway.js';
import { BTC_TXID, HASH, STX_TXID } from './support/memory-devnet.js';

/** For requests that change nothing. */
let shared: TestGateway;
beforeAll(async () => {
  shared = await testGateway();
});
beforeEach(() => void shared.devnet.calls.splice(0));
afterAll(() => shared[Symbol.asyncDispose]());

describe('answers', () => {
  test('default: snapshots are made, listed, restored and deleted', async () => {
    await using gateway = await testGateway();
    const made = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots', payload: { name: 'clean' } });
    expect(made.statusCode).toBe(201);
    expect(made.headers['location']).toBe('/devnet/v1/snapshots/snapshot-1');
    expect(made.json()).toMatchObject({ id: 'snapshot-1', name: 'clean', heights: { bitcoin: 201, stacks: 40 } });
    expect((await gateway.app.inject('/devnet/v1/snapshots')).json()).toEqual({ snapshots: [made.json()] });
    const restored = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots/snapshot-1/restore' });
    expect(restored.statusCode).toBe(200);
    expect(restored.json()).toMatchObject({ ready: true });
    const deleted = await gateway.app.inject({ method: 'DELETE', url: '/devnet/v1/snapshots/snapshot-1' });
    expect(deleted.statusCode).toBe(204);
    expect(deleted.body).toBe('');
  });

  test('behavior: a snapshot needs no name, and no body', async () => {
    await using gateway = await testGateway();
    const headers = { 'content-type': 'application/json' };
    expect((await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots', headers })).statusCode).toBe(201);
    expect((await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots', payload: {} })).statusCode).toBe(201);
    expect(gateway.devnet.calls).toEqual([
      ['snapshot', undefined],
      ['snapshot', undefined],
    ]);
  });
});

describe('waits', () => {
  test.each([STX_TXID, STX_TXID.slice(2).toUpperCase()])('default: the receipt of a Stacks transaction, %s', async (txid) => {
    await using gateway = await testGateway();
    await gateway.devnet.faucet.stx('ST1', { wait: false });
    gateway.devnet.confirm();
    const response = await gateway.app.inject(`/devnet/v1/tx/${txid}/wait`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ txid: STX_TXID, status: 'success', block: { height: 41, hash: HASH, burnHeight: 201 } });
  });

  test('behavior: it waits for a Bitcoin transaction that is in the mempool', async () => {
    await using gateway = await testGateway();
    await gateway.devnet.faucet.btc('mqVnk', { wait: false });
    const answer = gateway.app.inject(`/devnet/v1/tx/0x${BTC_TXID}/wait`);
    await expect.poll(() => gateway.devnet.calls.filter(([name]) => name === 'bitcoin.waitForTx').length).toBe(1);
    gateway.devnet.confirm();
    expect((await answer).json()).toMatchObject({ txid: BTC_TXID, confirmations: 1 });
  });

  test('error: 408 with what was last seen', async () => {
    await using gateway = await testGateway();
    await gateway.devnet.faucet.stx('ST1', { wait: false });
    const response = await gateway.app.inject(`/devnet/v1/tx/${STX_TXID}/wait?timeoutMs=1`);
    expect(response.statusCode).toBe(408);
    expect(response.json()).toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool' });
  });

  test('error: 408 at the deadline for what neither chain has seen', async () => {
    await using gateway = await testGateway();
    const txid = 'ee'.repeat(32);
    const response = await gateway.app.inject(`/devnet/v1/tx/${txid}/wait?timeoutMs=5`);
    expect(response.statusCode).toBe(408);
    expect(response.json()).toMatchObject({
      error: `gave up waiting for transaction ${txid} on either chain after 5 ms (timeoutMs); last seen: never seen`,
      code: 'TIMEOUT',
      lastSeen: 'never seen',
    });
  });

  test('behavior: a transaction may be sent after the wait began', async () => {
    await using gateway = await testGateway();
    const answer = gateway.app.inject(`/devnet/v1/tx/${BTC_TXID}/wait?timeoutMs=60000`);
    await expect.poll(() => gateway.devnet.calls.some(([name]) => name === 'bitcoin.waitForTx')).toBe(true);
    await gateway.devnet.faucet.btc('mqVnk', { wait: false });
    gateway.devnet.confirm();
    expect((await answer).json()).toMatchObject({ txid: BTC_TXID });
  });

  test.each([
    ['ROLLED_BACK', {}],
    ['DROPPED', {}],
    ['REJECTED', {}],
    ['REPLACED', { replacedBy: STX_TXID }],
  ] as const)('error: 409 for %s', async (code, details) => {
    await using gateway = await testGateway();
    gateway.devnet.fail('stacks.waitForTx', new DevnetError(code, 'gone', details));
    const response = await gateway.app.inject(`/devnet/v1/tx/${STX_TXID}/wait`);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({ error: 'gone', code, ...details });
  });

  test.each([
    [`/devnet/v1/tx/abc/wait`, 'txid'],
    [`/devnet/v1/tx/${STX_TXID}/wait?timeoutMs=-1`, 'timeoutMs'],
    [`/devnet/v1/tx/${STX_TXID}/wait?timeoutMs=soon`, 'timeoutMs'],
    [`/devnet/v1/tx/${STX_TXID}/wait?timeoutMs=1&timeoutMs=2`, 'timeoutMs'],
  ])('error: 400 for %s', async (url, field) => {
    const gateway = shared;
    const response = await gateway.app.inject(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test('error: an id that is too long is shown: it is no private key', async () => {
    const gateway = shared;
    const response = await gateway.app.inject(`/devnet/v1/tx/${'ab'.repeat(32)}01/wait`);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'txid', received: `"${'ab'.repeat(32)}01"` });
  });
});

describe('bad input', () => {
  test.each([
    [{ bitcoin: 0 }, 'bitcoin', '0'],
    [{ bitcoin: -1 }, 'bitcoin', '-1'],
    [{ bitcoin: 1e9 }, 'bitcoin', '1000000000'],
    [{ bitcoin: 1.5 }, 'bitcoin', '1.5'],
    [{ stacks: '1' }, 'stacks', '"1"'],
    [{ stacks: null }, 'stacks', 'null'],
    [{ bitcoin: 1, stacks: 1 }, 'body', 'an object with bitcoin, stacks'],
    [{}, 'body', 'an empty object'],
    [[], 'body', 'an empty list'],
    [{ blocks: 1 }, 'blocks', 'blocks'],
    [{ bitcoin: 1, blocks: 1 }, 'blocks', 'blocks'],
    [undefined, 'body', 'nothing'],
  ])('error: mine %j', async (payload, field, received) => {
    const gateway = shared;
    const response = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/mine', ...(payload && { payload }) });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field, received });
    expect(gateway.devnet.calls).toEqual([]);
  });

  test.each([
    [{ bitcoin: 'on' }, 'bitcoin'],
    [{ bitcoin: { intervalMs: 0 } }, 'bitcoin'],
    [{ stacks: { intervalMs: 5, jitter: 1 } }, 'stacks'],
    [{ stacks: {} }, 'stacks'],
    [{}, 'body'],
    [{ litecoin: 'auto' }, 'litecoin'],
  ])('error: mining %j', async (payload, field) => {
    const gateway = shared;
    const response = await gateway.app.inject({ method: 'PUT', url: '/devnet/v1/mining', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(gateway.devnet.calls).toEqual([]);
  });

  test('error: the message of a wrong number', async () => {
    const gateway = shared;
    const response = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/mine', payload: { bitcoin: 0 } });
    expect(response.json()).toEqual({
      error: 'bitcoin: expected a whole number, 1 to 10000, received 0',
      code: 'INVALID_INPUT',
      field: 'bitcoin',
      expected: 'a whole number, 1 to 10000',
      received: '0',
    });
  });

  test.each([{ name: '' }, { name: 5 }, { label: 'x' }])('error: a snapshot %j', async (payload) => {
    const gateway = shared;
    expect((await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots', payload })).statusCode).toBe(400);
  });

  test.each([
    ['POST', '/devnet/v1/snapshots/none/restore'],
    ['DELETE', '/devnet/v1/snapshots/none'],
  ] as const)('error: 404 at %s %s', async (method, url) => {
    const gateway = shared;
    expect((await gateway.app.inject({ method, url })).statusCode).toBe(404);
  });

  test.each([
    ['BUSY', 409],
    ['UNSUPPORTED', 501],
    ['NOT_READY', 503],
  ] as const)('error: %s is %i', async (code, status) => {
    await using gateway = await testGateway();
    gateway.devnet.fail('mine', new DevnetError(code, 'not now'));
    const response = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/mine', payload: { stacks: 1 } });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ error: 'not now', code });
  });
});

describe('who may call', () => {
  test.each(['localhost:3999', 'app.localhost', '127.0.0.1:3999', '127.1.2.3', '[::1]:3999', 'LOCALHOST'])(
    'default: the host %s',
    async (host) => {
      const gateway = shared;
      expect((await gateway.app.inject({ url: '/devnet/v1/status', headers: { host } })).statusCode).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '10.0.0.1', '127.0.0.1.evil.example'])(
    'error: 403 for the host %s',
    async (host) => {
      const gateway = shared;
      const response = await gateway.app.inject({ url: '/devnet/v1/status', headers: { host } });
      expect(response.statusCode).toBe(403);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect(response.json()).toMatchObject({ code: 'FORBIDDEN', field: 'host' });
    },
  );

  test('behavior: the configured host', async () => {
    await using gateway = await testGateway({ host: 'Devnet.lan' });
    expect((await gateway.app.inject({ url: '/devnet/v1/status', headers: { host: 'devnet.LAN:3999' } })).statusCode).toBe(200);
  });

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('default: the peer %s', async (remoteAddress) => {
    const gateway = shared;
    expect((await gateway.app.inject({ url: '/devnet/v1/status', remoteAddress })).statusCode).toBe(200);
  });

  test.each(['192.168.1.5', '8.8.8.8', 'fe80::1', '::ffff:10.0.0.1'])('error: 403 for the peer %s', async (remoteAddress) => {
    const gateway = shared;
    expect((await gateway.app.inject({ url: '/devnet/v1/status', remoteAddress })).statusCode).toBe(403);
    expect((await gateway.app.inject({ url: '/devnet/v1/nothing', remoteAddress })).statusCode).toBe(403);
    expect((await gateway.app.inject({ url: '/ready', remoteAddress })).statusCode).toBe(200);
  });

  test('error: 403 for the client that a trusted proxy on this machine names', async () => {
    await using gateway = await testGateway({ trustedProxies: ['127.0.0.1'] });
    const ask = (client: string) => gateway.app.inject({ url: '/devnet/v1/status', headers: { 'x-forwarded-for': client } });
    expect([(await ask('10.0.0.1')).statusCode, (await ask('127.0.0.1')).statusCode]).toEqual([403, 200]);
    // Nobody vouches for another peer, whatever it says.
    const stranger = { url: '/devnet/v1/status', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect((await gateway.app.inject(stranger)).statusCode).toBe(403);
  });

  test('error: pages on other origins are refused, preflights too', async () => {
    const gateway = shared;
    const headers = { host: 'localhost:3999', origin: 'https://evil.example' };
    const post = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/snapshots', headers });
    expect(post.statusCode).toBe(403);
    expect(gateway.devnet.calls).toEqual([]);
    const preflight = await gateway.app.inject({
      method: 'OPTIONS',
      url: '/devnet/v1/mine',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(403);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ])('error: a page at another port of this machine is another origin: %o', async (from) => {
    const gateway = shared;
    const headers = { host: 'localhost:3999', ...from };
    for (const [method, url] of [
      ['GET', '/devnet/v1/accounts'],
      ['POST', '/devnet/v1/snapshots'],
      ['POST', '/devnet/v1/clones'],
      ['POST', '/devnet/v1/sbtc/step'],
      ['POST', '/1/r/generate?count=3'],
      ['POST', '/faucet'],
      ['GET', '/faucet'],
      ['GET', '/1/ws'],
      ['POST', '/1/nothing?a=1'],
      ['GET', '/devnet/v1/nothing'],
    ] as const) {
      const answer = await gateway.app.inject({ method, url, headers });
      expect(answer.json(), url).toMatchObject({ code: 'FORBIDDEN', field: 'origin' });
      expect(answer.json().error, url).toContain(` may not call ${url.split('?')[0]}.`);
      expect(answer.statusCode).toBe(403);
    }
    expect(gateway.devnet.calls).toEqual([]);
  });

  test('behavior: a name of allowedHosts', async () => {
    await using gateway = await testGateway({ allowedHosts: ['devnet.example.org'] });
    const headers = { host: 'devnet.example.org:3999', origin: 'http://devnet.example.org:3999' };
    expect((await gateway.app.inject({ url: '/devnet/v1/status', headers })).statusCode).toBe(200);
    headers.origin = 'http://devnet.example.org:4000';
    expect((await gateway.app.inject({ url: '/devnet/v1/status', headers })).statusCode).toBe(403);
  });

  test('error: what a form sends is no JSON, also from a page of the same origin', async () => {
    const gateway = shared;
    const headers = { host: 'localhost:3999', origin: 'http://localhost:3999', 'content-type': 'text/plain' };
    const answer = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/mine', headers, payload: '{"bitcoin":1}' });
    expect(answer.json()).toMatchObject({ code: 'FORBIDDEN', field: 'content-type' });
    expect(gateway.devnet.calls).toEqual([]);
  });

  test('behavior: a page that the gateway serves may call', async () => {
    const gateway = shared;
    const headers = { host: 'localhost:3999', origin: 'http://localhost:3999' };
    expect((await gateway.app.inject({ url: '/devnet/v1/status', headers })).statusCode).toBe(200);
  });

  test('behavior: a control key opens it to others, a wrong one does not', async () => {
    await using gateway = await testGateway({ control: { key: 'secret' } });
    const ask = (authorization?: string) =>
      gateway.app.inject({ url: '/devnet/v1/status', remoteAddress: '10.0.0.9', headers: authorization ? { authorization } : {} });
    expect((await ask('Bearer secret')).statusCode).toBe(200);
    expect((await ask('Bearer secre')).json()).toMatchObject({
      code: 'FORBIDDEN',
      error: 'The control key is wrong. Send it: "authorization: Bearer <key>".',
    });
    expect((await ask()).json()).toMatchObject({
      code: 'FORBIDDEN',
      error: 'Other machines need the control key to call /devnet/v1/status. Send it: "authorization: Bearer <key>".',
    });
  });

  test('behavior: switched off, it is not there', async () => {
    await using gateway = await testGateway({ control: { enabled: false } });
    expect((await gateway.app.inject('/devnet/v1/status')).statusCode).toBe(404);
  });
});

describe('ready', () => {
  test('default: 200', async () => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject('/ready');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ready: true, phase: 'ready' });
  });

  test.each([
    ['NOT_READY', 'booting'],
    ['NOT_REACHABLE', 'unreachable'],
  ] as const)('error: 503 while %s', async (code, phase) => {
    await using gateway = await testGateway();
    gateway.devnet.fail('status', new DevnetError(code, 'not yet'));
    const response = await gateway.app.inject('/ready');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ ready: false, phase, reason: 'not yet' });
  });

  test('error: 503 while a service of the network is missing', async () => {
    await using gateway = await testGateway();
    const status = { ...(await gateway.devnet.status()), ready: false, reason: 'bitcoind ended unexpectedly' };
    Object.assign(gateway.devnet, { status: async () => status });
    const response = await gateway.app.inject('/ready');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ ready: false, phase: 'unreachable', reason: 'bitcoind ended unexpectedly' });
    expect((await gateway.app.inject('/devnet/v1/status')).json()).toMatchObject({ ready: false, reason: 'bitcoind ended unexpectedly' });
  });
});

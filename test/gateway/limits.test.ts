import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { fileKeys } from '#dist/gateway/keys/key-file.js';
import { createKey, revokeKey } from '#dist/gateway/keys/keys.js';
import { clientOf } from '#dist/gateway/limits/client-of.js';
import type { RateLimits } from '#dist/project/config/rate-limit.js';
import { rateLimit } from '#dist/project/config/rate-limit.js';
import { testGateway } from './support/gateway.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devnet-limits-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rates = (text: string): RateLimits => {
  const limits = rateLimit.readText(text, { field: 'rateLimit' });
  if (limits === 'off') throw new Error('no limits');
  return limits;
};
let files = 0;
const policy = (text: string, windowFile?: string) => ({
  limits: rates(text),
  factor: 10,
  keyFile: join(folder, `keys-${++files}.json`),
  windowFile,
});
const pay = (address: string, query = '') => ({ method: 'POST' as const, url: `/extended/v1/faucets/stx?address=${address}${query}` });

test('default: every response has the limit, what is left and the reset time', async () => {
  await using gateway = await testGateway({ policy: policy('requests=2/1m') });
  const first = await gateway.app.inject('/');
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' });
  expect((await gateway.app.inject('/nowhere')).headers).toMatchObject({ 'ratelimit-remaining': '0' });
  const refused = await gateway.app.inject({ url: '/', headers: { origin: 'http://app.example' } });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/), 'access-control-allow-origin': '*' });
  expect(`${refused.headers['access-control-expose-headers']}`).toContain('retry-after');
  expect(refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    error: expect.stringMatching(
      /^Too many requests: the limit of requests from one client is 2 in 1 minute\. Try again in \d+ s, or send an API key\.$/,
    ),
  });
  expect((await gateway.app.inject('/devnet/v1/status')).statusCode).toBe(200);
});

test('behavior: a preflight is not counted', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1/1m') });
  for (let i = 0; i < 3; i++) expect((await gateway.app.inject({ method: 'OPTIONS', url: '/' })).statusCode).toBe(204);
  expect((await gateway.app.inject('/')).statusCode).toBe(200);
});

test('behavior: probes are not counted, whatever their keys are', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1/1h') });
  const headers = { 'x-api-key': 'devnet_wrong' };
  for (const url of ['/ready', '/metrics', '/ready']) {
    const answer = await gateway.app.inject({ url, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
  }
  expect((await gateway.app.inject('/')).statusCode).toBe(200);
  expect((await gateway.app.inject('/')).statusCode).toBe(429);
});

test('behavior: the addresses of this machine are one client, and so are those of an IPv6 network', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1/1h'), trustedProxies: ['127.0.0.1'] });
  const status = async (remoteAddress: string) => (await gateway.app.inject({ url: '/', remoteAddress })).statusCode;
  expect(await Promise.all(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(status))).toEqual([200, 429, 429, 429]);
  expect(await Promise.all(['2001:db8:0:1::5', '2001:db8:0:1:ffff::', '2001:db8:0:2::5'].map(status))).toEqual([200, 429, 200]);
  expect(await Promise.all(['10.0.0.1', '::ffff:10.0.0.1', '10.0.0.2'].map(status))).toEqual([200, 429, 200]);
  const named = { url: '/', headers: { 'x-forwarded-for': 'somebody' } };
  expect((await gateway.app.inject(named)).statusCode).toBe(200);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', 64, '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8:1:2ff::', 56, '2001:db8:1:200:0:0:0:0/56'],
  ['2001:db8::1', 128, '2001:db8:0:0:0:0:0:1/128'],
  ['64:ff9b::10.0.0.1', 128, '64:ff9b:0:0:0:0:a00:1/128'],
  ['fe80::1%eth0', 128, 'fe80:0:0:0:0:0:0:1/128'],
  ['::', 1, '0:0:0:0:0:0:0:0/1'],
  ['192.168.1.1', 1, '192.168.1.1'],
  ['192.168.1.1:99', 64, '192.168.1.1'],
  ['::ffff:192.168.1.1', 64, '192.168.1.1'],
  ['::FFFF:C0A8:101', 64, '192.168.1.1'],
  ['0:0:0:0:0:ffff:192.168.1.1', 64, '192.168.1.1'],
  ['[::ffff:c0a8:101]:99', 64, '192.168.1.1'],
  ['[2001:db8::1]:99', 128, '2001:db8:0:0:0:0:0:1/128'],
  ['[2001:db8::1]', 128, '2001:db8:0:0:0:0:0:1/128'],
  ['127.0.0.1:99', 64, 'loopback'],
  ['[::1]:99', 64, 'loopback'],
  ['::ffff:7f00:1', 64, 'loopback'],
  ['unknown', 64, 'unknown'],
])('behavior: the client of %s with %i bits', (ip, bits, client) => expect(clientOf(ip, bits)).toBe(client));

test('error: below every prefix a refusal has its status, and no stack is logged', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1/1h') });
  const wrong = { 'x-api-key': 'devnet_wrong' };
  const paths = ['/api/blocks/tip/height', '/api/v1/fees/recommended', '/emily/health', '/extended/v1/status', '/v2/info'];
  for (const url of paths)
    expect((await gateway.app.inject({ url, headers: wrong, remoteAddress: `10.1.0.${paths.indexOf(url)}` })).statusCode).toBe(401);
  await gateway.app.inject('/');
  for (const url of paths) {
    const answer = await gateway.app.inject(url);
    expect(answer.statusCode, url).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  expect((await gateway.app.inject('/api/tx')).body).toMatch(
    /^Too many requests: the limit of requests from one client is 1 in 1 hour\. Try again in \d+ s, or send an API key\.$/,
  );
  expect((await gateway.app.inject({ method: 'POST', url: '/api/tx', payload: '00' })).statusCode).toBe(429);
  expect((await gateway.app.inject('/emily/health')).json()).toEqual({
    message: expect.stringMatching(
      /^Too many requests: the limit of requests from one client is 1 in 1 hour\. Try again in \d+ s, or send an API key\.$/,
    ),
  });
  expect(gateway.warnings).toEqual([]);
});

test('behavior: payments are limited per address, each kind alone', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1000/1m,stx=2/1m,stacking=1/1m') });
  const status = async (request: ReturnType<typeof pay>) => (await gateway.app.inject(request)).statusCode;
  expect(await status(pay('STA'))).toBe(200);
  expect(await status(pay('STA'))).toBe(200);
  const refused = await gateway.app.inject(pay('STA'));
  expect(refused.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' });
  expect(await status(pay('STB'))).toBe(200);
  expect(await status(pay('STA', '&stacking=true'))).toBe(200);
  expect(await status(pay('STA', '&stacking=true'))).toBe(429);
});

test('behavior: payments are limited per client, and one that is refused for that is not counted for the address', async () => {
  await using gateway = await testGateway({ policy: policy('stx=1/1m,stxPerIp=1/1m'), trustedProxies: ['127.0.0.1'] });
  const from = (ip: string, address: string) => gateway.app.inject({ ...pay(address), headers: { 'x-forwarded-for': ip } });
  expect((await from('10.0.0.1', 'STA')).statusCode).toBe(200);
  expect((await from('10.0.0.1', 'STB')).statusCode).toBe(429);
  expect((await from('10.0.0.2', 'STB')).statusCode).toBe(200);
});

test('behavior: a payment that failed is not counted', async () => {
  await using gateway = await testGateway({ policy: policy('stx=1/1m') });
  gateway.devnet.fail('faucet.stx', new Error('no'));
  expect((await gateway.app.inject(pay('STA'))).statusCode).toBe(500);
  expect((await gateway.app.inject(pay('wrong'))).statusCode).toBe(400);
  expect((await gateway.app.inject(pay('wrong'))).statusCode).toBe(400);
  expect((await gateway.app.inject(pay('STA'))).statusCode).toBe(200);
  expect((await gateway.app.inject(pay('STA'))).statusCode).toBe(429);
});

test('behavior: a Bitcoin address is the same in upper case', async () => {
  await using gateway = await testGateway({ policy: policy('btc=1/1m') });
  const address = 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc';
  const ask = (text: string) => gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc', body: { address: text } });
  expect((await ask(address)).statusCode).toBe(200);
  expect((await ask(address.toUpperCase())).statusCode).toBe(429);
});

test('behavior: X-Forwarded-For counts only from a trusted proxy', async () => {
  await using gateway = await testGateway({ policy: policy('requests=1/1m') });
  const from = (ip: string) => gateway.app.inject({ url: '/', headers: { 'x-forwarded-for': ip } });
  expect((await from('10.0.0.1')).statusCode).toBe(200);
  expect((await from('10.0.0.2')).statusCode).toBe(429);
  await using trusting = await testGateway({ policy: policy('requests=1/1m'), trustedProxies: ['127.0.0.0/8'] });
  for (const ip of ['10.0.0.1', '10.0.0.2'])
    expect((await trusting.app.inject({ url: '/', headers: { 'x-forwarded-for': ip } })).statusCode).toBe(200);
  const outside = await trusting.app.inject({ url: '/devnet/v1/status', headers: { 'x-forwarded-for': '10.0.0.1' } });
  expect(outside.statusCode).toBe(403);
});

test('behavior: a request for a websocket is counted as any other, and refused in the same words', async () => {
  await using gateway = await testGateway({ policy: policy('requests=2/1m') });
  const url = (await gateway.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const open = (path: string, headers = {}) =>
    new Promise<[status: number | undefined, body?: string]>((resolve) => {
      const socket = new WebSocket(`${url}${path}`, { headers });
      socket.on('open', () => {
        socket.terminate();
        resolve([101]);
      });
      socket.on('unexpected-response', async (_request, response) => {
        resolve([response.statusCode, (await response.toArray()).join('')]);
      });
    });
  expect(await open('/extended/v1/ws')).toEqual([101]);
  const [unknown, body] = await open('/elsewhere', { 'x-api-key': 'nothing' });
  expect([unknown, JSON.parse(body ?? '')]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  for (const path of ['/extended/v1/ws', '/socket.io/?EIO=4&transport=websocket']) {
    const [refused, words] = await open(path);
    expect([refused, JSON.parse(words ?? '')]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  }
});

test.each(['x-api-key', 'x-hiro-api-key', 'x-service-api-key'])('behavior: a key in %s raises the limits of its holder', async (header) => {
  const options = policy('requests=1/1m');
  const { key, entry } = await createKey(fileKeys(options.keyFile), 'test');
  const forwarded: unknown[] = [];
  await using gateway = await testGateway({
    policy: options,
    node: (request, response) => {
      forwarded.push(request.headers);
      response.writeHead(500).end(JSON.stringify(request.headers));
    },
  });
  for (let i = 0; i < 10; i++) expect((await gateway.app.inject({ url: '/', headers: { [header]: key } })).statusCode).toBe(200);
  expect((await gateway.app.inject({ url: '/', headers: { [header]: key } })).statusCode).toBe(429);
  expect((await gateway.app.inject('/')).statusCode).toBe(200);
  await revokeKey(fileKeys(options.keyFile), entry.id);
  const other = await createKey(fileKeys(options.keyFile), 'other');
  const revoked = await gateway.app.inject({ url: '/', headers: { [header]: key } });
  expect([revoked.statusCode, revoked.json().code]).toEqual([429, 'RATE_LIMITED']);
  const proxied = await gateway.app.inject({ url: '/v2/pox', headers: { [header]: other.key } });
  expect(proxied.body).not.toContain(other.key);
  expect(JSON.stringify([forwarded, gateway.warnings, revoked.body])).not.toContain('devnet_');
});

test('error: 401 for a key that is unknown or revoked, at once', async () => {
  const options = policy('requests=100/1m');
  const { key, entry } = await createKey(fileKeys(options.keyFile), '');
  await using gateway = await testGateway({ policy: options });
  const ask = (sent: string) => gateway.app.inject({ url: '/', headers: { 'x-api-key': sent } });
  expect((await ask(key)).statusCode).toBe(200);
  const unknown = await ask('devnet_nothing');
  expect(unknown.statusCode).toBe(401);
  expect(unknown.headers['access-control-allow-origin']).toBe('*');
  expect(unknown.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(unknown.body).not.toContain('devnet_nothing');
  await revokeKey(fileKeys(options.keyFile), entry.id);
  expect((await ask(key)).statusCode).toBe(401);
});

test('behavior: without a policy keys are ignored and no limit is reported', async () => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ url: '/', headers: { 'x-api-key': 'nothing' } });
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty('ratelimit-limit');
});

test('behavior: windows survive a restart when asked', async () => {
  const windows = join(folder, 'windows.json');
  const options = policy('requests=2/1m,stx=1/1h', windows);
  {
    await using gateway = await testGateway({ policy: options });
    expect((await gateway.app.inject(pay('STA'))).statusCode).toBe(200);
  }
  expect((await stat(windows)).mode & 0o777).toBe(0o600);
  expect(await readFile(windows, 'utf8')).not.toContain('STA');
  await using again = await testGateway({ policy: options });
  const refused = await again.app.inject(pay('STA'));
  expect(refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    error: expect.stringMatching(
      /^Too many requests: the limit of STX payments to one address is 1 in 1 hour\. Try again in \d+ s, or send an API key\.$/,
    ),
  });
  expect((await again.app.inject('/')).statusCode).toBe(429);
});

test('behavior: unreadable windows and an unwritable folder are reported once, and limits work', async () => {
  const warnings: string[] = [];
  const torn = join(folder, 'torn.json');
  await writeFile(torn, '{"ip:requests":[');
  for (const file of [torn, join(torn, 'below', 'a', 'file')]) {
    await using gateway = await testGateway({
      policy: { ...policy('requests=1/1m', file), onWarning: (message) => warnings.push(message) },
    });
    expect((await gateway.app.inject('/')).statusCode).toBe(200);
    expect((await gateway.app.inject('/')).statusCode).toBe(429);
  }
  expect(warnings).toEqual([
    expect.stringMatching(/^the windows of rate limits are not kept: .*JSON/),
    expect.stringMatching(/^the windows of rate limits are not kept: ENOTDIR/),
  ]);
});

test.each([
  ['ahead', 1],
  ['back', -1],
])('behavior: a clock that jumps a year %s makes no client wait longer than a window', async (_, sign) => {
  await using gateway = await testGateway({ policy: policy('requests=1/1m') });
  expect((await gateway.app.inject('/')).statusCode).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + sign * 365 * 86_400_000 });
  try {
    const statuses = [];
    for (let i = 0; i < 2; i++) {
      const { statusCode, headers } = await gateway.app.inject('/');
      statuses.push(statusCode);
      expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    }
    // A clock that is set ahead ends the windows that it passes.
    expect(statuses).toEqual(sign > 0 ? [200, 429] : [429, 429]);
  } finally {
    vi.useRealTimers();
  }
});

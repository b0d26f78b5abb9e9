import { mkdtemp, rm } from 'node:fs/promises';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PoolServer, type PoolServerOptions, startPoolServer } from '#dist/cluster/pool/server.js';
import { fileKeys } from '#dist/gateway/keys/key-file.js';
import { createKey, hashKey, revokeKey } from '#dist/gateway/keys/keys.js';
import { poolDefaults } from './serve-pool.js';
import { stubSource } from './stub-source.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devnet-pool-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Pool = PoolServer &
  AsyncDisposable & { ask(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<Answer> };
type Answer = { status: number; headers: Headers; body: Record<string, never> & Record<string, unknown> };

async function startPool(options: Partial<PoolServerOptions> = {}): Promise<Pool> {
  const server = await startPoolServer({
    ...poolDefaults,
    ...{ source: stubSource(), size: 3, keyFile: join(folder, 'keys.json') },
    ...options,
  });
  return {
    ...server,
    async ask(method, path, headers = {}, body) {
      const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : { text } };
    },
    [Symbol.asyncDispose]: server.close,
  };
}

const bearer = (secret: unknown) => ({ authorization: `Bearer ${secret}` });

test('default: a network is taken, shown, renewed and ended', async () => {
  await using pool = await startPool();
  const json = { 'content-type': 'application/json' };
  const taken = await pool.ask('POST', '/networks', json, JSON.stringify({ label: 'shard 3' }));
  const { id, lease } = taken.body as unknown as { id: string; lease: { secret: string } };
  const urls = { gateway: 'http://127.0.0.1/n1', stacks: 'http://127.0.0.1/s', bitcoin: 'http://127.0.0.1/b' };
  expect(taken).toMatchObject({
    status: 201,
    body: {
      urls,
      controlKey: 'key-of-n1',
      lease: { secret: expect.stringMatching(/^[\w-]{32}$/), seconds: 60 },
      environment: {
        DEVNET_URL: urls.gateway,
        DEVNET_STACKS_URL: urls.stacks,
        DEVNET_BITCOIN_URL: 'http://devnet:devnet@127.0.0.1/b',
        DEVNET_CONTROL_KEY: 'key-of-n1',
      },
    },
  });
  expect(taken.headers.get('location')).toBe(`/networks/${id}`);
  const listed = await pool.ask('GET', '/networks');
  expect(listed.body).toMatchObject({
    engine: 'stub',
    size: 3,
    counts: { taken: 1 },
    networks: [{ id, team: 'anyone', label: 'shard 3', urls }],
  });
  expect(JSON.stringify(listed.body)).not.toContain(lease.secret);
  expect(JSON.stringify(listed.body)).not.toContain('key-of');
  expect(await pool.ask('PUT', `/networks/${id}/lease`, bearer(lease.secret))).toMatchObject({ status: 200, body: { seconds: 60 } });
  expect(await pool.ask('DELETE', `/networks/${id}`, bearer(lease.secret))).toMatchObject({ status: 204 });
  expect(await pool.ask('DELETE', `/networks/${id}`, bearer(lease.secret))).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', error: `the network "${id}" was ended` },
  });
  expect(await pool.ask('GET', '/ready')).toMatchObject({ status: 200, body: { ready: true, engine: 'stub' } });
  const { text } = (await pool.ask('GET', '/metrics')).body;
  expect(text).toContain('devnet_pool_leases_ended_total{reason="closed"} 1');
  expect(text).toContain('devnet_pool_wait_seconds_count 1');
});

test('error: a stolen lease id without its secret', async () => {
  await using pool = await startPool();
  const { id } = (await pool.ask('POST', '/networks')).body as unknown as { id: string };
  for (const headers of [{}, bearer('guessed'), bearer('')]) {
    for (const [method, path] of [
      ['PUT', `/networks/${id}/lease`],
      ['DELETE', `/networks/${id}`],
    ] as const) {
      expect(await pool.ask(method, path, headers)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  }
  expect((await pool.ask('GET', '/networks')).body).toMatchObject({ networks: [{ id }] });
});

test('error: no key, an unknown one, a revoked one, and one of another team', async () => {
  const keyFile = join(folder, 'teams.json');
  const [web, app, ops, old] = await Promise.all(['web', 'app', 'ops', 'old'].map((team) => createKey(fileKeys(keyFile), team)));
  await revokeKey(fileKeys(keyFile), String(old?.entry.id));
  await using pool = await startPool({ requireKey: true, keyFile, admin: 'ops', quota: (team) => (team === 'web' ? 1 : 100) });
  for (const headers of [{}, { 'x-api-key': 'devnet_x' }, { 'x-api-key': String(old?.key) }]) {
    for (const [method, path] of [
      ['POST', '/networks'],
      ['GET', '/networks'],
      ['DELETE', '/networks/x'],
    ] as const) {
      expect(await pool.ask(method, path, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    }
  }
  const asWeb = { 'x-api-key': String(web?.key) };
  const asApp = { 'x-api-key': String(app?.key) };
  const taken = (await pool.ask('POST', '/networks', asWeb)).body as unknown as { id: string; lease: { secret: string } };
  // Even with the secret: a foreign key neither sees nor ends it.
  const stolen = { ...asApp, ...bearer(taken.lease.secret) };
  expect((await pool.ask('GET', '/networks', asApp)).body).toMatchObject({ networks: [] });
  for (const [method, path] of [
    ['PUT', `/networks/${taken.id}/lease`],
    ['DELETE', `/networks/${taken.id}`],
  ] as const) {
    expect(await pool.ask(method, path, stolen)).toMatchObject({
      status: 404,
      body: { error: `the network "${taken.id}" is none of yours` },
    });
  }
  const full = await pool.ask('POST', '/networks', asWeb);
  expect(full).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', error: 'web holds or waits for 1 networks, and may have 1' } });
  expect(full.headers.get('retry-after')).toBe('5');
  expect((await pool.ask('GET', '/networks', { 'x-api-key': String(ops?.key) })).body).toMatchObject({ networks: [{ team: 'web' }] });
  expect(await pool.ask('DELETE', `/networks/${taken.id}`, { 'x-api-key': String(ops?.key) })).toMatchObject({ status: 204 });
});

test('error: no network in time', async () => {
  await using pool = await startPool({ size: 1 });
  await pool.ask('POST', '/networks');
  const late = await pool.ask('POST', '/networks', { prefer: 'wait=0' });
  expect(late).toMatchObject({
    status: 503,
    body: { code: 'NOT_READY', error: 'no network became free in time: 1 of 1 networks in use' },
  });
  expect(late.headers.get('retry-after')).toBe('5');
});

test('error: settings that the networks of the pool do not have', async () => {
  await using pool = await startPool({ shape: { epoch: 'a', 'bitcoin.rpcUser': 'u' } });
  const ask = (settings: object) => pool.ask('POST', '/networks', { 'content-type': 'application/json' }, JSON.stringify({ settings }));
  expect(await ask({ epoch: 'a', 'bitcoin.rpcUser': 'u' })).toMatchObject({ status: 201 });
  expect(await ask({})).toMatchObject({ status: 201 });
  expect(await ask({ epoch: 'b' })).toMatchObject({ status: 501, body: { code: 'UNSUPPORTED', field: 'epoch' } });
  expect(await ask({ epoch: 'a' })).toMatchObject({ status: 501, body: { field: 'bitcoin.rpcUser' } });
  expect(await ask({ epoch: 4 })).toMatchObject({ status: 400, body: { field: 'settings.epoch' } });
});

test('error: a page in the browser, and a name that points to this machine', async () => {
  await using pool = await startPool();
  expect(await pool.ask('POST', '/networks', { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { error: 'Pages on https://evil.example may not call this pool. A pool has no routes for pages.' },
  });
  const status = await new Promise((resolve, reject) => {
    const outgoing = send(`${pool.url}/networks`, { method: 'POST', headers: { host: 'evil.example' }, agent: false });
    outgoing.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    outgoing.on('error', reject).end();
  });
  expect(status).toBe(403);
  expect((await pool.ask('GET', '/networks')).body).toMatchObject({ networks: [] });
});

test('error: another route, another method', async () => {
  await using pool = await startPool();
  expect(await pool.ask('GET', '/nothing')).toMatchObject({
    status: 404,
    body: { hint: 'The routes are POST and GET /networks, PUT /networks/{id}/lease and DELETE /networks/{id}.' },
  });
  const wrong = await pool.ask('POST', '/networks/x/lease');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PUT']);
});

test('behavior: a key named as the team of callers without a key, which versions before allowed, is a team of its own', async () => {
  const keyFile = join(folder, 'anyone.json');
  const key = 'devnet_0123abcd_secret';
  const entry = { id: '0123abcd', name: 'anyone', hash: hashKey(key).toString('hex'), createdAt: new Date(0).toISOString() };
  await fileKeys(keyFile).put(entry);
  await using pool = await startPool({ keyFile });
  expect(await pool.ask('POST', '/networks')).toMatchObject({ status: 201 });
  expect((await pool.ask('GET', '/networks', { 'x-api-key': key })).body).toMatchObject({ networks: [] });
  expect(await pool.ask('POST', '/networks', { 'x-api-key': key })).toMatchObject({ status: 201 });
  expect((await pool.ask('GET', '/networks', { 'x-api-key': key })).body).toMatchObject({ networks: [{ team: '0123abcd' }] });
  expect((await pool.ask('GET', '/networks')).body).toMatchObject({ networks: [{ team: 'anyone' }] });
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNetworks, type Networks, type NetworksOptions } from '#dist/cluster/pool/networks.js';
import { type PoolServer, type PoolServerOptions, startPoolServer } from '#dist/cluster/pool/server.js';
import { openSharedBook } from '#dist/cluster/pool/shared-book.js';
import { connectRedis, type RedisConnection } from '#dist/cluster/redis/connection.js';
import { sharedKeys } from '#dist/cluster/replicas/keys.js';
import { createKey } from '#dist/gateway/keys/keys.js';
import { child, emptyHome } from '../../cli/child.js';
import { hasRedis, type RedisServer, startRedis } from '../replicas/redis.js';
import { poolDefaults, type TakenNetwork } from './serve-pool.js';
import { lastingSource, nameOf, type StubSource, stubSource, type World } from './stub-source.js';

const web = { team: 'web', isAdmin: false };
const request = { label: 'job', host: 'pool', timeoutMs: 50_000 };
const bearer = (secret: unknown) => ({ authorization: `Bearer ${secret}` });

describe.skipIf(!hasRedis)('replicas of a pool', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis?.[Symbol.asyncDispose]());

  let database = 0;
  /** A database of Redis for a test, which no other test uses. */
  const emptyDatabase = (): string => redis.url.replace(/\d+$/, `${++database}`);
  const connect = async (url: string): Promise<RedisConnection> => {
    const connection = await connectRedis(url);
    onTestFinished(connection.close);
    return connection;
  };
  type Pool = PoolServer & { source: StubSource; ask(method: string, path: string, headers?: object): Promise<Answer> };
  type Answer = { status: number; body: Record<string, unknown> | TakenNetwork };
  const startPool = async (url: string, options: Partial<PoolServerOptions> & { source?: StubSource } = {}): Promise<Pool> => {
    const { source = stubSource() } = options;
    const server = await startPoolServer({ ...poolDefaults, spares: 0, ...options, source, redis: await connect(url) });
    onTestFinished(server.close);
    return {
      ...server,
      source,
      async ask(method, path, headers = {}) {
        const answer = await fetch(`${server.url}${path}`, { method, headers: { ...headers } });
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
      },
    };
  };
  /**
   * Returns functions that let time pass for the book. `pass`: all that it remembers happened that many ms earlier, so that no replica has
   * swept since. `ageLeases` and `ageReplicas`: leases have that many ms less to live, or replicas swept that many ms earlier.
   */
  const timeOf = async (url: string) => {
    const { run } = await connect(url);
    const pastLeases = `
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = KEYS[4] .. id
  if redis.call('HEXISTS', key, 'expires') == 1 then redis.call('HINCRBY', key, 'expires', -ARGV[1]) end
end`;
    const pastSweeps = `
for _, replica in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('ZINCRBY', KEYS[2], -ARGV[1], replica) end`;
    const pastSweep = `redis.call('DECRBY', KEYS[3], ARGV[1])`;
    const keys = ['entries', 'replicas', 'swept', 'entry:'].map((name) => `devnet:pool:${name}`);
    return {
      pass: (ms: number) => run([pastLeases, pastSweeps, pastSweep].join('\n'), keys, [ms]),
      ageLeases: (ms: number) => run(pastLeases, keys, [ms]),
      ageReplicas: (ms: number) => run(pastSweeps, keys, [ms]),
    };
  };
  /** A replica that sweeps when the test says so: it is dead while the test does not. */
  const replica = async (url: string, source: StubSource, options: Partial<NetworksOptions> = {}): Promise<Networks> => {
    const book = openSharedBook(await connect(url), { leaseMs: 60_000 });
    return createNetworks({ size: 4, spares: 0, leaseMs: 60_000, quota: () => 2, book, ...options, source });
  };

  test('default: every replica renews, lists and ends every lease; quotas and keys hold over all of them', async () => {
    const url = emptyDatabase();
    const { key } = await createKey(sharedKeys(await connect(url)), 'web');
    const asWeb = { 'x-api-key': key };
    const options = { requireKey: true, quota: () => 2 };
    const [one, two] = await Promise.all([startPool(url, options), startPool(url, options)]);
    const taken = (await one.ask('POST', '/networks', asWeb)).body as TakenNetwork;
    const { id, urls, lease } = taken;
    const withSecret = { ...asWeb, ...bearer(lease.secret) };
    const listed = { status: 200, body: { networks: [{ id, team: 'web', urls }] } };
    for (const pool of [one, two]) {
      expect(await pool.ask('GET', '/networks', asWeb)).toMatchObject(listed);
      expect(await pool.ask('GET', '/networks')).toMatchObject({ status: 401 });
      expect(await pool.ask('PUT', `/networks/${id}/lease`, { ...asWeb, ...bearer('guessed') })).toMatchObject({ status: 403 });
      expect(await pool.ask('PUT', `/networks/${id}/lease`, withSecret)).toMatchObject({ status: 200, body: { seconds: 60 } });
    }
    expect(await two.ask('POST', '/networks', asWeb)).toMatchObject({ status: 201 });
    for (const pool of [one, two]) expect(await pool.ask('POST', '/networks', asWeb)).toMatchObject({ status: 429 });

    expect(one.source.running).toEqual(['n1']);
    expect(await two.ask('DELETE', `/networks/${id}`, withSecret)).toMatchObject({ status: 204 });
    expect(one.source.running).toEqual([]);
    for (const pool of [one, two]) {
      const gone = { status: 404, body: { error: `the network "${id}" was ended` } };
      expect(await pool.ask('PUT', `/networks/${id}/lease`, withSecret)).toMatchObject(gone);
    }
    expect(await one.ask('POST', '/networks', asWeb)).toMatchObject({ status: 201 });
  });

  test('behavior: a lease that is renewed at another replica stays, one that is not ends', async () => {
    const url = emptyDatabase();
    const [one, two] = await Promise.all([startPool(url), startPool(url)]);
    const kept = (await one.ask('POST', '/networks')).body as TakenNetwork;
    const gone = (await one.ask('POST', '/networks')).body as TakenNetwork;
    const renew = ({ id, lease }: TakenNetwork) => two.ask('PUT', `/networks/${id}/lease`, bearer(lease.secret));
    const { ageLeases } = await timeOf(url);
    await ageLeases(40_000);
    expect((await renew(kept)).status).toBe(200);
    await ageLeases(20_000);
    await expect.poll(() => one.source.running).toEqual(['n1']);
    expect((await renew(kept)).status).toBe(200);
    expect(await renew(gone)).toMatchObject({
      status: 404,
      body: { error: `the network "${gone.id}" ended: its lease was not renewed for 60 s` },
    });
  });

  test('behavior: another replica takes over the leases of one that died; one that only stood still gives them up', async () => {
    const url = emptyDatabase();
    const world: World = new Set();
    const [first, local, second] = [lastingSource(world, 'a'), stubSource(), lastingSource(world, 'b')];
    const one = await replica(url, first);
    const other = await replica(url, local);
    const warnings: string[] = [];
    const two = await replica(url, second, { onWarning: (text) => warnings.push(text) });
    const lasting = await one.take(web, request);
    const mortal = await other.take(web, request);
    // A client waits at another one.
    const slow = stubSource(false);
    const waiting = await replica(url, slow);
    const waits = waiting.take({ team: 'app', isAdmin: false }, request).catch((error: Error) => error);
    const sweepAll = () => Promise.all([one, other, waiting, two].map((each) => each.sweep()));
    await sweepAll();
    expect(await two.list(web)).toHaveLength(2);

    // The first sweep after a pause of the whole pool ends nothing.
    const { pass } = await timeOf(url);
    await pass(12_000);
    await two.sweep();
    expect(second.running).toEqual([]);

    // Ten seconds later the others are dead, not before: sweeps follow each other once a second.
    for (let sweeps = 0; sweeps < 7; sweeps++) {
      await pass(1_000);
      await two.sweep();
    }
    expect(second.running).toEqual([]);
    await expect
      .poll(async () => {
        await pass(1_000);
        await two.sweep();
        return second.running;
      })
      .toEqual(['n1']);
    const { id } = lasting.lease;
    expect((await two.list(web)).map(({ id: own, urls }) => [own, nameOf(urls)])).toEqual([[id, 'a-n1']]);
    await two.renew(web, id, lasting.secret);
    await expect.poll(() => warnings).toHaveLength(2);
    expect(warnings.toSorted()).toEqual([
      `the network ${mortal.lease.id} of web is lost: its pool has ended`,
      `took over the network ${id} of web from a pool that has ended`,
    ]);
    await expect(two.renew(web, mortal.lease.id, mortal.secret)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `the network "${mortal.lease.id}" is lost: its pool has ended`,
    });
    // The dead ones were alive after all.
    await sweepAll();
    slow.open();
    expect(await waits).toMatchObject({ code: 'NOT_READY', message: expect.stringContaining('its pool stood still') });
    await expect.poll(() => slow.running).toEqual([]);
    expect([first.running, local.running, [...world]]).toEqual([[], [], ['a-n1']]);
    await two.end(web, id, lasting.secret);
    expect([...world]).toEqual([]);
    await Promise.all([one, other, waiting, two].map((each) => each.close()));
  });

  test('behavior: a replica that is stopped leaves its networks to another one, if they can live without it', async () => {
    const url = emptyDatabase();
    const world: World = new Set();
    const one = await replica(url, lastingSource(world, 'a'));
    const other = await replica(url, stubSource());
    const { lease, secret } = await one.take(web, request);
    const mortal = await other.take(web, request);
    await Promise.all([one.close(), other.close()]);
    expect([...world]).toEqual(['a-n1']);
    const source = lastingSource(world, 'b');
    const two = await replica(url, source);
    await two.sweep();
    await expect.poll(() => source.running).toEqual(['n1']);
    await expect(two.renew(web, mortal.lease.id, mortal.secret)).rejects.toMatchObject({
      message: `the network "${mortal.lease.id}" ended: its pool was stopped`,
    });
    // A network that has ended meanwhile is lost.
    world.clear();
    await two.close();
    const warnings: string[] = [];
    const three = await replica(url, lastingSource(world, 'c'), { onWarning: (text) => warnings.push(text) });
    await three.sweep();
    await expect.poll(() => warnings).toEqual([`the network ${lease.id} of web is lost: its container ended`]);
    await expect(three.end(web, lease.id, secret)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await three.close();
  });

  test('behavior: without Redis requests get 503; its outage ends no lease', async () => {
    const own = await startRedis();
    onTestFinished(own[Symbol.asyncDispose]);
    const pool = await startPool(own.url, { size: 1, quota: () => 2 });
    const taken = (await pool.ask('POST', '/networks')).body as TakenNetwork;
    const waits = pool.ask('POST', '/networks', { prefer: 'wait=1' });
    await expect.poll(async () => (await pool.ask('GET', '/ready')).body).toMatchObject({ counts: { waiting: 1 } });
    await own.kill();
    const renew = () => pool.ask('PUT', `/networks/${taken.id}/lease`, bearer(taken.lease.secret));
    expect(await renew()).toMatchObject({ status: 503, body: { code: 'NOT_REACHABLE' } });
    expect(await pool.ask('POST', '/networks')).toMatchObject({ status: 503, body: { code: 'NOT_REACHABLE' } });
    expect(await waits).toMatchObject({ status: 503, body: { code: 'NOT_READY' } });
    await own.start();
    // Redis was down for longer than the lease.
    await (await timeOf(own.url)).pass(600_000);
    await expect.poll(renew).toMatchObject({ status: 200 });
    // The client that gave up meanwhile does not count for the quota: after the next sweep, the size is what lacks.
    const ask = () => pool.ask('POST', '/networks', { prefer: 'wait=0' });
    await expect.poll(ask).toMatchObject({ status: 503, body: { code: 'NOT_READY' } });
    expect(pool.source.running).toEqual(['n1']);
  });

  test('behavior: two processes of the command line; one is killed, its embedded networks are lost', async () => {
    using home = emptyHome();
    const url = emptyDatabase();
    const env = { ...home.env, DEVNET_REDIS: url };
    const start = () => child(['pool', '--port', '0', '--size', '2', '--spares', '1', '--json'], env);
    await using one = start();
    await using two = start();
    const [first, second] = await Promise.all([one, two].map(async (pool) => JSON.parse(await pool.line(/ready/)).url as string));
    const { id, lease, urls } = (await (await fetch(`${first}/networks`, { method: 'POST' })).json()) as TakenNetwork;
    expect((await fetch(`${urls.gateway}/ready`)).status).toBe(200);
    const renew = () => fetch(`${second}/networks/${id}/lease`, { method: 'PUT', headers: bearer(lease.secret) });
    expect((await renew()).status).toBe(200);
    one.process.kill('SIGKILL');
    await one.ended;
    // For the other one this was ten seconds ago.
    await (await timeOf(url)).ageReplicas(10_000);
    await expect
      .poll(async () => ((await (await renew()).json()) as { error: string }).error)
      .toBe(`the network "${id}" is lost: its pool has ended`);
    two.process.kill('SIGTERM');
    expect(await two.ended).toMatchObject({ status: 0 });
  });
});

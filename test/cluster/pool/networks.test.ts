import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SWEEP_MS } from '#dist/cluster/pool/lease-book.js';
import { createNetworks, type NetworksOptions } from '#dist/cluster/pool/networks.js';
import { nameOf, type StubSource, stubSource } from './stub-source.js';

const web = { team: 'web', isAdmin: false };
const app = { team: 'app', isAdmin: false };
const admin = { team: 'ops', isAdmin: true };
const request = { label: 'job 1', host: 'pool', timeoutMs: 50_000 };

/** A pool over names, with a clock that the test moves. */
function pool(options: Partial<NetworksOptions> & { source?: StubSource } = {}) {
  const clock = { now: 1_000_000 };
  const warnings: string[] = [];
  const source = options.source ?? stubSource();
  const networks = createNetworks({
    ...{ size: 4, spares: 2, leaseMs: 10_000, quota: () => 100 },
    ...options,
    source,
    now: () => clock.now,
    onWarning: (text) => warnings.push(text),
  });
  /** Sweeps once a second, as the service does. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = clock.now + ms; clock.now < end; ) {
      clock.now += SWEEP_MS;
      await networks.sweep();
    }
  };
  return { networks, source, clock, warnings, pass };
}

test('default: spares are ready, clients are served in the order of their requests, and there are never more than size', async () => {
  const { networks, source } = pool();
  await expect.poll(() => source.running).toEqual(['n1', 'n2']);
  const taken = await Promise.all(Array.from({ length: 4 }, () => networks.take(web, request)));
  expect(taken.map(({ lease }) => nameOf(lease.urls))).toEqual(['n1', 'n2', 'n3', 'n4']);
  const later = [networks.take(web, request), networks.take(app, request)];
  await expect.poll(() => networks.counts()).toMatchObject({ taken: 4, waiting: 2, ready: 0 });
  for (const { lease, secret } of taken.slice(0, 2)) await networks.end(web, lease.id, secret);
  const served = await Promise.all(later);
  expect(served.map(({ lease }) => [lease.team, nameOf(lease.urls)])).toEqual([
    ['web', 'n5'],
    ['app', 'n6'],
  ]);
  expect(source.most).toBe(4);
  await networks.close();
  expect([source.running, source.isClosed]).toEqual([[], true]);
});

test('behavior: a lease that is not renewed ends, a renewed one stays', async () => {
  const { networks, source, warnings, pass } = pool();
  const [kept, gone] = await Promise.all([networks.take(web, request), networks.take(app, { ...request, label: 'job 2' })]);
  await pass(9_000);
  await networks.renew(web, kept.lease.id, kept.secret);
  await pass(9_000);
  expect((await networks.list(admin)).map(({ id }) => id)).toEqual([kept.lease.id]);
  await expect.poll(() => source.running).not.toContain(nameOf(gone.lease.urls));
  expect(warnings).toEqual([`the client of the network ${gone.lease.id} is gone: app job 2`]);
  await expect(networks.renew(app, gone.lease.id, gone.secret)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: `the network "${gone.lease.id}" ended: its lease was not renewed for 10 s`,
  });
  expect(networks.counts().ended).toEqual({ closed: 0, expired: 1, lost: 0 });
  await networks.close();
});

test('behavior: time in which the pool itself stood still does not count', async () => {
  const { networks, clock, pass } = pool();
  const { lease } = await networks.take(web, request);
  clock.now += 3_600_000;
  await networks.sweep();
  expect(await networks.list(web)).toMatchObject([{ id: lease.id }]);
  await pass(12_000);
  expect(await networks.list(web)).toEqual([]);
  await networks.close();
});

test('behavior: a network that is lost is replaced; its client learns why', async () => {
  const { networks, source, warnings } = pool({ spares: 1 });
  const { lease, secret } = await networks.take(web, request);
  await expect.poll(() => networks.counts().ready).toBe(1);
  source.lose(nameOf(lease.urls), 'its machine is down');
  await expect.poll(() => networks.list(web)).toEqual([]);
  await expect(networks.renew(web, lease.id, secret)).rejects.toMatchObject({
    message: `the network "${lease.id}" is lost: its machine is down`,
  });
  source.lose('n2', 'its machine is down');
  await expect.poll(() => source.running).toEqual(['n3']);
  expect(warnings).toEqual([
    `the network ${lease.id} of web is lost: its machine is down`,
    'a network that was ready is lost: its machine is down',
  ]);
  await networks.close();
});

test('behavior: a client that gives up gets no network', async () => {
  const { networks, source } = pool({ source: stubSource(false), spares: 0 });
  const leaving = new AbortController();
  const given = networks.take(web, { ...request, signal: leaving.signal });
  leaving.abort();
  await expect(given).rejects.toMatchObject({ code: 'ABORTED' });
  const next = networks.take(app, request);
  source.open();
  expect(nameOf((await next).lease.urls)).toBe('n1');
  expect(networks.counts().taken).toBe(1);
  await networks.close();
});

test('error: the quota of a team, with requests that wait', async () => {
  const { networks } = pool({ size: 1, quota: (team) => (team === 'web' ? 2 : 0) });
  const held = await networks.take(web, request);
  const waits = networks.take(web, request);
  await expect(networks.take(web, request)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'web holds or waits for 2 networks, and may have 2',
  });
  await expect(networks.take(app, request)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await networks.end(web, held.lease.id, held.secret);
  await waits;
  await expect(networks.take(web, { ...request, timeoutMs: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await networks.close();
});

test('error: a source that fails is asked again at the next sweep', async () => {
  const { networks, source, warnings, pass } = pool({ size: 1, spares: 0 });
  source.failure = new Error('no memory');
  await expect(networks.take(web, { ...request, timeoutMs: 0 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    lastSeen: expect.stringContaining('0 of 1 networks in use'),
  });
  await expect.poll(() => warnings).toEqual(['a network cannot be started: no memory']);
  const next = networks.take(web, request);
  await setImmediate();
  source.failure = undefined;
  await pass(SWEEP_MS);
  expect(nameOf((await next).lease.urls)).toBe('n2');
  await networks.close();
  await expect(networks.take(web, request)).rejects.toMatchObject({ code: 'NOT_READY', message: 'the pool is closed' });
});

test('error: requests that wait when the pool closes', async () => {
  const { networks } = pool({ size: 1 });
  await networks.take(web, request);
  const waits = networks.take(web, request);
  const rejected = expect(waits).rejects.toMatchObject({ code: 'NOT_READY' });
  await networks.close();
  await rejected;
});

test('behavior: a client that gave up leaves its place in the quota at once', async () => {
  const { networks } = pool({ source: stubSource(false), quota: () => 1 });
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(networks.take(web, { ...request, timeoutMs: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  }
});

test('behavior: the time that a client waited is reported in seconds, once it has its network', async () => {
  const seconds: number[] = [];
  const { networks, source, clock } = pool({ source: stubSource(false), spares: 0, onTaken: (waited) => seconds.push(waited) });
  const taken = networks.take(web, request);
  clock.now += 2_500;
  await setImmediate();
  expect(seconds).toEqual([]);
  source.open();
  await taken;
  expect(seconds).toEqual([2.5]);
  await networks.close();
});

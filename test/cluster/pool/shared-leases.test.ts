import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createNetworks, type Networks, type NetworksOptions } from '#dist/cluster/pool/networks.js';
import { type StubSharedBook, stubSharedBook } from './stub-shared-book.js';
import { lastingSource, nameOf, stubSource, type World } from './stub-source.js';

const web = { team: 'web', isAdmin: false };
const app = { team: 'app', isAdmin: false };
const request = { label: 'job', host: 'pool', timeoutMs: 50_000 };
const LEASE = 10_000;

let now: number;
let book: StubSharedBook;
let world: World;
let warnings: string[];
beforeEach(() => {
  now = 1_000_000;
  book = stubSharedBook({ leaseMs: LEASE, now: () => now });
  world = new Set();
  warnings = [];
});

function pool(name: string, options: Partial<NetworksOptions> = {}): Networks {
  return createNetworks({
    ...{ size: 4, spares: 0, leaseMs: LEASE, quota: () => 100, now: () => now, book: book.of(name), source: lastingSource(world, name) },
    ...{ onWarning: (text: string) => warnings.push(text), ...options },
  });
}

test('default: a pool takes over a network of one that died, once', async () => {
  const [one, source] = [pool('a'), lastingSource(world, 'b')];
  const { lease, secret } = await one.take(web, request);
  const two = pool('b', { source });
  await two.sweep();
  expect(source.running).toEqual([]);
  book.moveTo('b');
  await Promise.all([two.sweep(), two.sweep()]);
  await two.sweep();
  await expect.poll(() => warnings).toEqual([`took over the network ${lease.id} of web from a pool that has ended`]);
  await two.sweep();
  expect(source.running).toEqual(['n1']);
  expect(two.counts()).toMatchObject({ taken: 1, ended: { closed: 0, expired: 0, lost: 0 } });
  expect((await two.list(web)).map(({ urls }) => nameOf(urls))).toEqual(['a-n1']);
  await two.renew(web, lease.id, secret);
  await two.end(web, lease.id, secret);
  expect([source.running, [...world], two.counts().ended.closed]).toEqual([[], [], 1]);
});

test('behavior: a pool whose leases another one took over leaves the networks to it', async () => {
  const source = lastingSource(world, 'a');
  const one = pool('a', { source });
  const two = pool('b');
  const { lease } = await one.take(web, request);
  book.moveTo('b');
  await two.sweep();
  await expect.poll(() => two.counts().taken).toBe(1);
  await one.sweep();
  expect([one.counts().taken, source.running, [...world]]).toEqual([0, [], ['a-n1']]);
  expect((await two.list(web)).map(({ id }) => id)).toEqual([lease.id]);
});

test('behavior: a network that comes back from another pool is taken over again', async () => {
  const [one, source] = [pool('a'), lastingSource(world, 'b')];
  const { lease } = await one.take(web, request);
  const two = pool('b', { source });
  for (const owner of ['b', 'c', 'b']) {
    book.moveTo(owner);
    await two.sweep();
    await expect.poll(() => source.running.length).toBe(owner === 'b' ? 1 : 0);
  }
  expect((await two.list(web)).map(({ id }) => id)).toEqual([lease.id]);
});

test('behavior: a pool whose lease another one ended meanwhile ends the network', async () => {
  const source = stubSource();
  const one = pool('a', { source });
  const { lease } = await one.take(web, request);
  book.moveTo('b');
  const other = book.of('b');
  await other.end(lease.id, 'is lost');
  await other.remove(lease.id);
  await one.sweep();
  expect([source.running, one.counts().taken]).toEqual([[], 0]);
  // Nobody waits for it any more, and it counts as no end of this pool.
  expect(one.counts().ended).toEqual({ closed: 0, expired: 0, lost: 0 });
});

test('behavior: another pool ends a lease, and the network ends at the next sweep of its own', async () => {
  const [source, two] = [stubSource(), pool('b')];
  const one = pool('a', { source });
  const { lease, secret } = await one.take(web, request);
  const ended = two.end(web, lease.id, secret);
  await setImmediate();
  expect(source.running).toEqual(['n1']);
  await one.sweep();
  await ended;
  expect([source.running, one.counts().ended.closed]).toEqual([[], 1]);
});

test.each([
  ['networks that end with their process', () => stubSource(), 'its pool has ended'],
  ['a network that has ended meanwhile', () => lastingSource(new Set(), 'b'), 'its container ended'],
])('error: %s cannot be taken over', async (_name, source, reason) => {
  const one = pool('a');
  const { lease, secret } = await one.take(web, request);
  book.moveTo('b');
  const two = pool('b', { source: source() });
  await two.sweep();
  await expect.poll(() => warnings).toEqual([`the network ${lease.id} of web is lost: ${reason}`]);
  await expect(two.renew(web, lease.id, secret)).rejects.toMatchObject({ message: `the network "${lease.id}" is lost: ${reason}` });
  expect(two.counts().ended.lost).toBe(1);
  await two.sweep();
  expect(warnings).toHaveLength(1);
});

test('error: a network without a handle cannot be taken over', async () => {
  const one = pool('a', { source: stubSource() });
  const { lease } = await one.take(web, request);
  book.moveTo('b');
  const two = pool('b');
  await two.sweep();
  await expect.poll(() => warnings).toEqual([`the network ${lease.id} of web is lost: its pool has ended`]);
});

test('behavior: the end of a dead pool’s lease is completed without a warning', async () => {
  const one = pool('a', { source: stubSource() });
  const { lease, secret } = await one.take(web, request);
  await book.of('a').end(lease.id, 'was ended');
  book.moveTo('b');
  const two = pool('b');
  await two.sweep();
  await expect.poll(() => book.of('b').sweep()).toEqual([]);
  expect([warnings, two.counts().ended.lost]).toEqual([[], 0]);
  await expect(two.renew(web, lease.id, secret)).rejects.toMatchObject({ message: `the network "${lease.id}" was ended` });
});

test('behavior: a pool that closes leaves the network that it is taking over', async () => {
  const one = pool('a');
  await one.take(web, request);
  book.moveTo('b');
  const source = lastingSource(world, 'b');
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { adopt } = source;
  Object.assign(source, { adopt: (handle: string) => arrived.then(() => adopt?.(handle)) });
  const two = pool('b', { source });
  await two.sweep();
  const closed = two.close();
  arrive();
  await closed;
  await expect.poll(() => source.running).toEqual([]);
  expect([[...world], warnings, two.counts().taken]).toEqual([['a-n1'], [], 0]);
});

test('behavior: a pool that is closed leaves networks that can live without it, and ends others', async () => {
  const [one, mortal] = [pool('a'), stubSource()];
  const other = pool('c', { source: mortal });
  const kept = await one.take(web, request);
  const gone = await other.take(web, request);
  await Promise.all([one.close(), other.close()]);
  expect([[...world], mortal.running]).toEqual([['a-n1'], []]);
  expect((await book.of('a').list()).map(({ id }) => id)).toEqual([kept.lease.id]);
  expect(await book.of('a').find(gone.lease.id)).toMatchObject({ end: 'ended: its pool was stopped' });
  expect([one.counts().ended.lost, other.counts().ended.lost]).toEqual([0, 1]);
});

test('error: a pool that stood still hands out no network', async () => {
  const source = stubSource();
  const one = pool('a', { source });
  book.beforeBegin = () => book.moveTo('b');
  await expect(one.take(web, request)).rejects.toMatchObject({
    code: 'NOT_READY',
    message: 'the network ended, or its pool stood still, before it was handed out',
  });
  expect([source.running, one.counts().taken]).toEqual([[], 0]);
});

test('behavior: a client that waits keeps its entry at a sweep; one that gave up while the book failed loses it', async () => {
  const source = stubSource(false);
  const one = pool('a', { source, quota: () => 1 });
  const waits = one.take(web, request);
  await setImmediate();
  await one.sweep();
  await expect(one.take(web, request)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const leaving = new AbortController();
  const left = one.take(app, { ...request, signal: leaving.signal });
  await setImmediate();
  book.failure = new Error('Redis does not answer');
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
  book.failure = undefined;
  await expect(one.take(app, request)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await one.sweep();
  source.open();
  await waits;
  await one.take(app, request);
  await one.close();
});

test('error: a book that fails is reported once, and again after it has answered', async () => {
  const one = pool('a');
  const text = 'the leases of the pool cannot be read: Redis does not answer';
  book.failure = new Error('Redis does not answer');
  await one.sweep();
  await one.sweep();
  expect(warnings).toEqual([text]);
  book.failure = undefined;
  await one.sweep();
  book.failure = new Error('Redis does not answer');
  await one.sweep();
  expect(warnings).toEqual([text, text]);
});

test('behavior: a client whose lease ends while it renews it learns why', async () => {
  const one = pool('a');
  const { lease, secret } = await one.take(web, request);
  const { renew } = book.of('a');
  const inner = book.of('a');
  const ending = { ...inner, renew: async (id: string) => await inner.end(id, 'was ended').then(() => renew(id)) };
  const two = pool('b', { book: ending });
  await expect(two.renew(web, lease.id, secret)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: `the network "${lease.id}" was ended`,
  });
});

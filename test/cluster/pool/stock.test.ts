import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { PooledNetwork } from '#dist/cluster/pool/source.js';
import { createStock, type Stock, type StockOptions } from '#dist/cluster/pool/stock.js';
import { lastingSource, nameOf, type StubSource, stubSource } from './stub-source.js';

let source: StubSource;
let warnings: string[];
let lost: string[];
beforeEach(() => {
  source = stubSource();
  warnings = [];
  lost = [];
});

function stock(options: Partial<StockOptions> = {}): Stock {
  return createStock({
    ...{ source, size: 2, spares: 0, onWarning: (text: string) => warnings.push(text) },
    onLost: (network, reason) => lost.push(`${name(network)}: ${reason}`),
    ...options,
  });
}

const name = (network: PooledNetwork): string => nameOf(network.urls('x'));
const wait = { timeoutMs: 50_000 };

test('default: starts spares, and what clients wait for, never more than its size', async () => {
  const networks = stock({ spares: 1 });
  expect(networks.counts()).toEqual({ ready: 0, starting: 1, taken: 0, ending: 0, waiting: 0 });
  expect(name(await networks.take(wait))).toBe('n1');
  expect(name(await networks.take(wait))).toBe('n2');
  const third = networks.take(wait);
  await setImmediate();
  expect(networks.counts()).toEqual({ ready: 0, starting: 0, taken: 2, ending: 0, waiting: 1 });
  await networks.close();
  await expect(third).rejects.toMatchObject({ code: 'NOT_READY', message: 'the pool is closed' });
  await expect(networks.take(wait)).rejects.toMatchObject({ code: 'NOT_READY' });
  await networks.close();
  expect([source.running, source.most, source.isClosed]).toEqual([[], 2, true]);
});

test('behavior: the end of a network makes room for another one', async () => {
  const networks = stock({ size: 1 });
  const first = await networks.take(wait);
  const second = networks.take(wait);
  const ended = networks.end(first);
  expect(networks.counts()).toMatchObject({ taken: 0, ending: 1, waiting: 1, starting: 0 });
  await ended;
  expect([name(await second), source.most]).toEqual(['n2', 1]);
  await networks.close();
});

test('behavior: a network that is left to another process makes room at once', async () => {
  const world = new Set<string>();
  source = lastingSource(world, 'a');
  const networks = stock({ size: 1 });
  const first = await networks.take(wait);
  const second = networks.take(wait);
  networks.release(first);
  expect(name(await second)).toBe('a-n2');
  expect([...world]).toEqual(['a-n1', 'a-n2']);
  await networks.close();
  expect([...world]).toEqual(['a-n1']);
});

test('behavior: a network of another process is taken, also above the size, and may be lost', async () => {
  const networks = stock({ size: 1 });
  await networks.take(wait);
  const other = await source.start();
  networks.adopt(other);
  expect(networks.counts()).toMatchObject({ taken: 2, ready: 0 });
  source.lose('n2', 'its machine is down');
  await expect.poll(() => lost).toEqual(['n2: its machine is down']);
  await networks.end(other);
  await networks.close();
});

test('behavior: a spare that is lost is replaced, without a word to clients', async () => {
  const networks = stock({ spares: 1 });
  await expect.poll(() => networks.counts().ready).toBe(1);
  source.lose('n1', 'its machine is down');
  await expect.poll(() => source.running).toEqual(['n2']);
  expect([lost, warnings]).toEqual([[], ['a network that was ready is lost: its machine is down']]);
  // The first one again: it is gone.
  const taken = await networks.take(wait);
  expect(name(taken)).toBe('n2');
  await networks.end(taken);
  source.lose('n2', 'its machine is down');
  await setImmediate();
  expect([lost, warnings.length]).toEqual([[], 1]);
  await networks.close();
});

test('error: a start that fails is repeated by a refill only, and the wait says why', async () => {
  const networks = stock({ spares: 2 });
  source.failure = new Error('no memory');
  const late = networks.take({ timeoutMs: 20 });
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', lastSeen: '0 of 2 networks in use; no memory' });
  // Both were being started.
  expect(warnings).toEqual(['a network cannot be started: no memory', 'a network cannot be started: no memory']);
  source.failure = undefined;
  await expect(networks.take({ timeoutMs: 0 })).rejects.toMatchObject({ lastSeen: '0 of 2 networks in use; no memory' });
  networks.refill();
  await expect(networks.take({ timeoutMs: 50_000 })).resolves.toBeDefined();
  await expect.poll(() => networks.counts().ready).toBe(1);
  await expect(networks.take(wait).then(() => networks.take({ timeoutMs: 0 }))).rejects.toMatchObject({
    lastSeen: '2 of 2 networks in use',
  });
  await networks.close();
});

test('error: a network that does not end', async () => {
  const networks = stock();
  const taken = await networks.take(wait);
  await networks.end({ ...taken, close: () => Promise.reject(new Error('the engine hangs')) });
  expect(warnings).toEqual(['a network did not end: the engine hangs']);
  await networks.close();
});

test('behavior: a close waits for networks that start, and ends them', async () => {
  source = stubSource(false);
  const networks = stock({ spares: 2 });
  let isClosed = false;
  const closed = networks.close().then(() => {
    isClosed = true;
  });
  await setImmediate();
  expect([isClosed, networks.counts().starting]).toEqual([false, 2]);
  source.open();
  await closed;
  expect([source.running, source.isClosed, networks.counts().ready]).toEqual([[], true, 0]);
});

test('behavior: a client that gives up leaves its place to the next one', async () => {
  source = stubSource(false);
  const networks = stock();
  const leaving = new AbortController();
  const [first, second] = [networks.take({ ...wait, signal: leaving.signal }), networks.take(wait)];
  leaving.abort();
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
  expect(networks.counts().waiting).toBe(1);
  source.open();
  expect(name(await second)).toBe('n1');
  await expect.poll(() => networks.counts()).toMatchObject({ ready: 1, taken: 1 });
  await networks.close();
});

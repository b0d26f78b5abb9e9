import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedSource } from '#dist/cluster/pool/embedded.js';
import { type PoolServer, startPoolServer } from '#dist/cluster/pool/server.js';
import type { NetworkSource, PooledNetwork } from '#dist/cluster/pool/source.js';
import { createStartingSource } from '#dist/cluster/pool/started.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import { networkShape } from '#dist/start/shape.js';
import { testCache } from '../../cache.js';
import { poolDefaults } from './serve-pool.js';

const options = { accounts: { count: 3 } } satisfies DevnetOptions;
const config = resolveOptions({ ...options, cache: testCache });
let server: PoolServer;
let source: NetworkSource;

async function startPool(given: { leaseMs?: number; size?: number } = {}): Promise<PoolServer> {
  return startPoolServer({ ...poolDefaults, source, shape: await networkShape(config), ...given });
}

function asDisposable(pool: PoolServer): PoolServer & AsyncDisposable {
  return { ...pool, [Symbol.asyncDispose]: pool.close };
}

beforeAll(async () => {
  const base = await startEmbeddedSource(config, {});
  // The pools of this file share the network that theirs are copies of.
  source = { ...base, close: async () => undefined };
  server = await startPool();
  closeBase = base.close;
});
let closeBase: () => Promise<void>;
afterAll(async () => {
  await server.close();
  await closeBase();
});

type Listing = { networks: { id: string; expiresAt: string; label: string }[]; counts: { waiting: number } };

async function listing(pool = server): Promise<Listing> {
  return (await fetch(`${pool.url}/networks`)).json() as Promise<Listing>;
}

async function held(pool?: PoolServer): Promise<Listing['networks']> {
  return (await listing(pool)).networks;
}

async function waiting(pool: PoolServer): Promise<number> {
  return (await listing(pool)).counts.waiting;
}

test('default: startDevnet takes a network that works as its own; close ends the lease', async () => {
  const one = await startDevnet({ pool: server.url });
  await using two = await startDevnet({ pool: server.url, ...options, mining: { bitcoin: 'manual' } });
  expect(await held()).toMatchObject([{ label: expect.stringContaining(`${process.pid}`) }, {}]);
  expect(Object.keys(one.accounts)).toEqual(['deployer', 'wallet_1', 'wallet_2']);
  const { stacks } = await two.status();
  await one.faucet.stx(one.accounts.wallet_1.stx.address);
  await one.stacks.mine(3);
  expect((await two.status()).stacks).toEqual(stacks);
  expect(await two.miningModes()).toEqual({ bitcoin: 'manual', stacks: 'auto' });
  await using copy = await one.clone();
  expect((await copy.status()).stacks.height).toBe((await one.status()).stacks.height);
  const { gateway } = one.urls;
  await one.close();
  await one.close();
  expect(await held()).toHaveLength(1);
  await expect(one.status()).rejects.toMatchObject({ code: 'NOT_READY' });
  await expect(fetch(`${gateway}/ready`)).rejects.toThrow();
});

test('behavior: DEVNET_POOL sets the pool for code', async () => {
  process.env['DEVNET_POOL'] = server.url;
  try {
    await using devnet = await startDevnet();
    expect(Object.keys(devnet.accounts)).toHaveLength(3);
    expect(await held()).toHaveLength(1);
  } finally {
    delete process.env['DEVNET_POOL'];
  }
});

test('behavior: of a pool with keys each network has its own password for the Bitcoin RPC', async () => {
  const own = await startEmbeddedSource(config, { ownPasswords: true });
  try {
    const [one, two] = await Promise.all([own.start(), own.start()]);
    const stop = (network: PooledNetwork, { rpcUser, rpcPassword }: PooledNetwork['bitcoin']) =>
      fetch(network.urls('127.0.0.1').bitcoin, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${rpcUser}:${rpcPassword}`)}` },
        body: '{"method":"stop"}',
      });
    expect(one.bitcoin.rpcPassword).not.toBe(two.bitcoin.rpcPassword);
    for (const stranger of [two.bitcoin, config.bitcoin]) expect((await stop(one, stranger)).status).toBe(401);
    expect((await stop(two, two.bitcoin)).status).toBe(200);
    await Promise.all([one.close(), two.close()]);
  } finally {
    await own.close();
  }
});

test('behavior: a network of a pool with keys gives its password to the one that took it', async () => {
  const own = await startEmbeddedSource(config, { ownPasswords: true });
  await using pool = asDisposable(
    await startPoolServer({ ...poolDefaults, source: own, shape: await networkShape(config, { ownPasswords: true }) }),
  );
  await using devnet = await startDevnet({ pool: pool.url });
  expect(devnet.credentials?.rpcPassword).toMatch(/^[\w-]{32}$/);
  const { height } = (await devnet.status()).bitcoin;
  expect(await (await devnet.bitcoin.client()).command('getblockcount')).toBe(height);
  await using copy = await devnet.clone();
  expect(await (await copy.bitcoin.client()).command('getblockcount')).toBe(height);
});

test('behavior: only the control key of a network opens its control', async () => {
  await using one = await startDevnet({ pool: server.url });
  await using two = await startDevnet({ pool: server.url });
  expect(one.controlKey).not.toBe(two.controlKey);
  const status = async (key: string | undefined) =>
    (await fetch(`${one.urls.gateway}/devnet/v1/status`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await status(one.controlKey), await status(two.controlKey), await status(undefined)]).toEqual([200, 403, 403]);
});

test('behavior: a source that cannot copy starts each network, with a key of its own', async () => {
  const starting = createStartingSource(config, {});
  const network = await starting.start();
  const { gateway } = network.urls('localhost');
  expect(gateway).toMatch(/^http:\/\/localhost:\d+$/);
  const status = async (headers: Record<string, string>) => (await fetch(`${gateway}/devnet/v1/status`, { headers })).status;
  expect(await status({ authorization: `Bearer ${network.controlKey}` })).toBe(200);
  expect(await status({})).toBe(403);
  await network.close();
  await starting.close();
  await expect(fetch(`${gateway}/ready`)).rejects.toThrow();
});

test('behavior: the lease is renewed while the devnet is open', async () => {
  const pool = await startPool({ leaseMs: 6_000 });
  const devnet = await startDevnet({ pool: pool.url });
  const [{ expiresAt = '' } = {}] = await held(pool);
  await expect.poll(async () => (await held(pool))[0]?.expiresAt).not.toBe(expiresAt);
  expect(await held(pool)).toHaveLength(1);
  await devnet.close();
  expect(await held(pool)).toEqual([]);
  await pool.close();
});

test('behavior: a start waits until a network is free', async () => {
  const pool = await startPool({ size: 1 });
  const first = await startDevnet({ pool: pool.url });
  const second = startDevnet({ pool: pool.url });
  await expect.poll(() => waiting(pool)).toBe(1);
  await first.close();
  await (await second).close();
  await pool.close();
});

test('behavior: calls reject with the reason when the pool has ended the network', async () => {
  const pool = await startPool({ leaseMs: 3_000 });
  const warnings: string[] = [];
  const devnet = await startDevnet({ pool: pool.url, onWarning: (text) => warnings.push(text) });
  const [{ id = '' } = {}] = await held(pool);
  await pool.close();
  // A pool that was started anew knows no leases.
  const next = await startPoolServer({ ...poolDefaults, source, spares: 0, port: Number(new URL(pool.url).port) });
  await expect
    .poll(() => devnet.status().catch((error: Error) => error.message))
    .toBe(`the pool ended this network: the network "${id}" is none of yours`);
  await devnet.close();
  await next.close();
});

test('error: settings that the pool does not have, a pool that does not answer, an abort', async () => {
  await expect(startDevnet({ pool: server.url, epoch: '3.0' })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'epoch',
    message: 'epoch: the networks of this pool have another one. Start the pool with the same epoch, or remove the setting here.',
  });
  await expect(startDevnet({ pool: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: 'no pool answers at http://127.0.0.1:1',
  });
  await expect(startDevnet({ pool: 'nowhere' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'pool' });
  const pool = await startPool({ size: 1 });
  await using _held = await startDevnet({ pool: pool.url });
  const aborting = new AbortController();
  const starting = startDevnet({ pool: pool.url, signal: aborting.signal });
  await expect.poll(() => waiting(pool)).toBe(1);
  aborting.abort();
  await expect(starting).rejects.toMatchObject({ code: 'ABORTED' });
  await expect.poll(() => waiting(pool)).toBe(0);
  await pool.close();
});

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startElectrumServer } from '#dist/bitcoin/electrum/server.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { addressScript, encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createOrigin } from '#dist/bitcoin/protocol/fork-source/origin.js';
import { openBitcoinFork } from '#dist/engines/embedded/fork/bitcoin/open.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { PASSWORD, type RpcNode, startRpcNode, TRUE_SCRIPT, USER } from '../node/harness.js';
import { type Connection, connectElectrum } from './connection.js';
import { scriptHashOf } from './script-hash.js';

const SUBSCRIBERS = 200;
const BLOCKS = 50;

const ADDRESSES = Array.from({ length: SUBSCRIBERS }, (_, index) => encodeAddress(Uint8Array.of(0, 20, index, ...Array(19).fill(7))) ?? '');
const HASHES = ADDRESSES.map(scriptHashOf);

type Network = AsyncDisposable & { rpc: RpcNode; url: string; start: number };

async function plain(): Promise<Network> {
  const rpc = await startRpcNode();
  rpc.node.mine(101, TRUE_SCRIPT);
  return serve(rpc, undefined, async () => rpc[Symbol.asyncDispose]());
}

/** A fork whose origin has paid to half of the addresses. */
async function forked(): Promise<Network> {
  const folder = await temporaryFolder('electrum-fork');
  const origin = await startRpcNode();
  origin.node.mine(101, TRUE_SCRIPT);
  for (const address of ADDRESSES.slice(0, SUBSCRIBERS / 2)) await origin.call('generatetoaddress', 1, address);
  const fork = await openBitcoinFork({ url: origin.url, offline: false, timeoutMs: 5_000, cache: { dir: folder.path, enabled: true } });
  const rpc = await startRpcNode({ fork });
  return serve(rpc, createOrigin(fork), async () => {
    await rpc[Symbol.asyncDispose]();
    fork.close();
    await origin[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

async function serve(rpc: RpcNode, origin: Parameters<typeof followNode>[1], end: () => Promise<void>): Promise<Network> {
  const { call } = createBitcoinClient({ rpcUrl: rpc.url, rpcUser: USER, rpcPassword: PASSWORD });
  const server = await startElectrumServer({
    host: '127.0.0.1',
    port: 0,
    index: followNode(call, origin),
    subscribe: (listener) => rpc.node.subscribe(() => listener()),
    software: 'test',
    name: '127.0.0.1',
  });
  return {
    rpc,
    url: `tcp://127.0.0.1:${server.port}`,
    start: await rpc.call('getblockcount'),
    async [Symbol.asyncDispose]() {
      await server.close();
      await end();
    },
  };
}

/** The status that the protocol defines for the history that the server answers. */
async function statusOf(client: Connection, hash: string): Promise<string | null> {
  const history = (await client.ask('blockchain.scripthash.get_history', hash)) as { tx_hash: string; height: number }[];
  const text = history.map(({ tx_hash, height }) => `${tx_hash}:${height}:`).join('');
  return text === '' ? null : createHash('sha256').update(text).digest('hex');
}

function isStatus({ method, result }: { method?: string; result?: unknown }): boolean {
  return method === 'blockchain.scripthash.subscribe' || typeof result === 'string';
}

/** The params of the notifications of a method. */
function told(client: Connection, method: string): unknown[][] {
  return client.all.filter((message) => message.method === method).map(({ params }) => params ?? []);
}

describe.each([
  ['a network', plain],
  ['a fork of Bitcoin', forked],
])('%s', (_, start) => {
  test('behavior: 200 subscribers miss no block and no payment', async () => {
    await using network = await start();
    using clients = await connectAll(network.url);
    const first = await Promise.all(
      clients.list.map(async (client, index) => {
        await client.ask('blockchain.headers.subscribe');
        return client.ask('blockchain.scripthash.subscribe', HASHES[index]);
      }),
    );
    const heights = (client: Connection) => told(client, 'blockchain.headers.subscribe').map(([tip]) => (tip as { height: number }).height);
    const paid = (block: number) => (block * 7) % SUBSCRIBERS;
    const expected = clients.list.map((): unknown[][] => []);
    for (let block = 0; block < BLOCKS; block++) {
      await network.rpc.call('generatetoaddress', 1, ADDRESSES[paid(block)]);
      await expect.poll(() => clients.list.every((client) => heights(client).length > block), { timeout: 20_000, interval: 5 }).toBe(true);
      const [client] = clients.list;
      expected[paid(block)]?.push([HASHES[paid(block)], await statusOf(client as Connection, HASHES[paid(block)] ?? '')]);
    }
    const all = Array.from({ length: BLOCKS }, (_, block) => network.start + block + 1);
    expect(clients.list.map(heights)).toEqual(clients.list.map(() => all));
    expect(clients.list.map((client) => told(client, 'blockchain.scripthash.subscribe'))).toEqual(expected);
    expect(new Set(expected.flat().map((params) => JSON.stringify(params))).size).toBe(BLOCKS);
    expect(first.filter((status) => status !== null)).toHaveLength(start === forked ? SUBSCRIBERS / 2 : 0);
  });

  test('behavior: what a client hears last is the newest, when a block comes while it subscribes', async () => {
    await using network = await start();
    using client = await connectElectrum(network.url);
    const [hash = ''] = HASHES;
    // The requests of a batch are answered one by one, and sent together.
    const pings = Array.from({ length: 30 }, () => ({ id: 'ping', method: 'server.ping', params: [] }));
    const batch = JSON.stringify([{ id: 'status', method: 'blockchain.scripthash.subscribe', params: [hash] }, ...pings]);
    for (let delay = 0; delay < 30; delay++) {
      client.send(batch);
      await sleep(delay);
      network.rpc.node.mine(1, addressScript(ADDRESSES[0] ?? ''));
      const newest = await statusOf(client, hash);
      const known = () => client.all.flat().findLast(isStatus);
      await expect.poll(() => known()?.params?.[1] ?? known()?.result).toBe(newest);
    }
  });
});

async function connectAll(url: string): Promise<Disposable & { list: Connection[] }> {
  const list = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => connectElectrum(url)));
  return {
    list,
    [Symbol.dispose]() {
      for (const client of list) client[Symbol.dispose]();
    },
  };
}

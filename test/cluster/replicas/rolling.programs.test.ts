import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FULL_LENGTH } from '../../full-length.js';
import { hasRedis, startRedis } from './redis.js';
import { type SharedNetwork, startShared } from './replicas.js';

const REPLICAS = FULL_LENGTH ? 3 : 2;
/** Longer than the proxy below needs to see that a gateway drains, on a busy machine. */
const DRAIN_SECONDS = FULL_LENGTH ? 6 : 4;
/** Between two requests of a client, in ms. */
const THINKING = FULL_LENGTH ? 0 : 100;
const PAY = '/extended/v1/faucets/stx?address=ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

describe.skipIf(!hasRedis)('an update of all gateways, one after another', () => {
  test('behavior: no request is lost, neither a short one nor one that waits for a block', async () => {
    await using redis = await startRedis();
    await using network = await startShared(redis, { count: REPLICAS, flags: ['--drain-seconds', `${DRAIN_SECONDS}`] });
    await using proxy = await startProxy(network);
    const statuses: number[] = [];
    let isDone = false;
    const load = async (path: string, init: RequestInit): Promise<void> => {
      while (!isDone) {
        const answer = await fetch(`${proxy.url}${path}`, init);
        await answer.text();
        statuses.push(answer.status);
        await pause(THINKING);
      }
    };
    const clients = Promise.all([
      ...Array.from({ length: 4 }, () => load('/v2/info', {})),
      ...Array.from({ length: 4 }, () => load(PAY, { method: 'POST', headers: { prefer: 'wait=200' } })),
    ]);
    for (const replica of network.replicas.slice(0, REPLICAS)) {
      const before = statuses.length;
      replica.child.process.kill('SIGTERM');
      // It serves while it says that it is not ready.
      await expect.poll(() => readiness(replica.url)).toEqual([503, expect.objectContaining({ ready: false, phase: 'closing' })]);
      expect(await replica.child.ended).toMatchObject({ status: 0 });
      await network.start({ port: Number(new URL(replica.url).port) });
      await expect.poll(() => proxy.ready()).toBe(REPLICAS);
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 50);
    }
    isDone = true;
    await clients;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  }, 400_000);

  test('behavior: a request that runs when the gateway closes is answered', async () => {
    await using redis = await startRedis();
    const manual = ['--ports', 'auto', '--mining-bitcoin', 'manual'];
    await using network = await startShared(redis, { count: 1, flags: ['--drain-seconds', '1'], network: manual });
    const [replica] = network.replicas;
    const url = `${replica?.url}/extended/v1/faucets/btc?address=bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080`;
    const answer = fetch(url, { method: 'POST', headers: { prefer: 'wait=100' } });
    const inner = network.inner.urls.gateway;
    // The payment waits for a block, which is mined when the gateway accepts no more connections.
    const mempool = async () => ((await (await fetch(`${inner}/api/mempool/txids`)).json()) as string[]).length;
    await expect.poll(mempool).toBe(1);
    replica?.child.process.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${replica?.url}/ready`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ bitcoin: 1 }) };
    expect((await fetch(`${inner}/devnet/v1/mine`, init)).status).toBe(200);
    expect(await (await answer).json()).toMatchObject({ success: true, block: { height: expect.any(Number) } });
    expect(await replica?.child.ended).toMatchObject({ status: 0 });
  }, 200_000);
});

async function readiness(url: string): Promise<[number, unknown]> {
  const answer = await fetch(`${url}/ready`);
  return [answer.status, await answer.json()];
}

/** A proxy as in front of a real network: it asks each gateway whether it is ready, and tries another one if it cannot connect. */
async function startProxy({ replicas }: SharedNetwork): Promise<{ url: string; ready(): number } & AsyncDisposable> {
  const urls = replicas.map(({ url }) => url);
  let usable = urls;
  let isClosed = false;
  const check = async (): Promise<void> => {
    while (!isClosed) {
      const found = await Promise.all(
        urls.map((url) =>
          fetch(`${url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      usable = urls.filter((_, index) => found[index]);
      await pause(50);
    }
  };
  const checking = check();
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const forward = (): void => {
      const url = usable[turn++ % usable.length];
      if (url === undefined) return void outgoing.writeHead(502).end();
      const options = { method: incoming.method, headers: incoming.headers, agent: false };
      const passed = request(`${url}${incoming.url}`, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
        answer.pipe(outgoing);
      });
      // Nothing was sent.
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') setTimeout(forward, 20);
        else outgoing.writeHead(502).end(error.message);
      });
      passed.end();
    };
    forward();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => usable.length,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await checking;
      server.closeAllConnections();
      server.close();
    },
  };
}

import { connectWebSocketClient } from '@stacks/blockchain-api-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectRedis } from '#dist/cluster/redis/connection.js';
import { FULL_LENGTH } from '../../full-length.js';
import { bitcoinCall } from './bitcoin.js';
import { hasRedis, type RedisServer, startRedis } from './redis.js';
import { type SharedNetwork, STARTING, startShared } from './replicas.js';
import { readEvents, type SseEvent } from './sse.js';

const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

describe.skipIf(!hasRedis)('events of replicas', () => {
  let redis: RedisServer;
  let network: SharedNetwork;
  let ending = new AbortController();
  beforeAll(async () => {
    redis = await startRedis();
    network = await startShared(redis, { count: 2, network: ['--ports', 'auto', '--mining-bitcoin', 'manual'] });
  }, STARTING);
  afterEach(() => {
    ending.abort();
    ending = new AbortController();
  });
  afterAll(async () => {
    await network?.[Symbol.asyncDispose]();
    await redis?.[Symbol.asyncDispose]();
  });
  /** Collects the events of a replica from now on, or after an event. */
  const collect = (url: string, after?: number): SseEvent[] => {
    const events: SseEvent[] = [];
    readEvents(url, after, ending.signal, (event) => events.push(event)).catch(() => undefined);
    return events;
  };
  const pay = async (url: string): Promise<string> => {
    const answer = await fetch(`${url}/extended/v1/faucets/stx?address=${ADDRESS}&wait=true`, { method: 'POST' });
    const { txId } = (await answer.json()) as { txId: string };
    expect(answer.status).toBe(200);
    return txId;
  };
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const replica = (index: number): string => network.replicas[index]?.url ?? '';
  /** Waits until a payment's block is among the events. */
  const hasBlockOf = (events: SseEvent[], txId: string) =>
    expect
      .poll(() => events.some(({ data }) => ((data['receipts'] ?? []) as { txid: string }[]).some(({ txid }) => txid === txId)))
      .toBe(true);

  test('default: all replicas send the same events with the same numbers', async () => {
    const [one, two] = [collect(replica(0), 0), collect(replica(1), 0)];
    const last = [await pay(replica(0)), await pay(replica(1))].at(-1) ?? '';
    await hasBlockOf(one, last);
    await hasBlockOf(two, last);
    await expect.poll(() => one.length === two.length).toBe(true);
    expect(two).toEqual(one);
    expect(one.map(({ id }) => id)).toEqual(one.map((_, index) => index + 1));
    expect(one.filter(({ type }) => type === 'faucet.payment')).toHaveLength(2);
    expect(one.filter(({ type }) => type === 'stacks.block')).toHaveLength(2);
  });

  test('behavior: a client resumes on another replica, without a gap or a repetition', async () => {
    const [first] = [collect(replica(0), 0)];
    await hasBlockOf(first, await pay(replica(1)));
    const seen = first.slice(0, 2);
    const resumed = collect(replica(1), seen.at(-1)?.id);
    await expect.poll(() => resumed.length).toBe(first.length - seen.length);
    expect([...seen, ...resumed]).toEqual(first);
  });

  test('behavior: a client of the websocket goes on at another replica', async () => {
    const subscribe = async (url: string) => {
      const client = await connectWebSocketClient(url);
      const heard: string[] = [];
      await client.subscribeAddressTransactions(ADDRESS, ({ tx_id: txId }) => heard.push(txId));
      return { client, heard };
    };
    const one = await subscribe(replica(0));
    const first = await pay(replica(1));
    // A replica may still report the payments of the test before.
    const heard = (by: string[], txId: string) => expect.poll(() => by.filter((one) => one === txId)).toEqual([txId]);
    await heard(one.heard, first);
    one.client.webSocket.close();
    const two = await subscribe(replica(1));
    const second = await pay(replica(0));
    await heard(two.heard, second);
    two.client.webSocket.close();
  });

  test('behavior: a reorganization is published once, with the blocks of the new branch', async () => {
    const mined = (await (await post(replica(0), '/devnet/v1/mine', { bitcoin: 2 })).json()) as { bitcoin: { hashes: string[] } };
    const [one, two] = [collect(replica(0), 0), collect(replica(1), 0)];
    await expect.poll(() => two.some(({ data }) => data['hash'] === mined.bitcoin.hashes[1])).toBe(true);
    await bitcoinCall(network.inner.urls.bitcoin, 'invalidateblock', [mined.bitcoin.hashes[0]]);
    const next = (await (await post(replica(1), '/devnet/v1/mine', { bitcoin: 3 })).json()) as { bitcoin: { hashes: string[] } };
    await expect.poll(() => two.some(({ data }) => data['hash'] === next.bitcoin.hashes[2])).toBe(true);
    await expect.poll(() => one.length === two.length).toBe(true);
    expect(two).toEqual(one);
    // Each block is one higher than the chain before it, after a reorganization than its fork.
    const chain = two.filter(({ type }) => type === 'bitcoin.block' || type === 'bitcoin.reorg');
    let height: number | undefined;
    for (const { type, data } of chain) {
      if (type === 'bitcoin.block' && height !== undefined) expect(data['height']).toBe(height + 1);
      height = Number(type === 'bitcoin.block' ? data['height'] : data['forkHeight']);
    }
    expect(chain.some(({ type }) => type === 'bitcoin.reorg')).toBe(true);
  });

  test('behavior: while no replica runs, blocks are missed, and clients get a gap', async () => {
    const before = collect(replica(0), 0);
    await hasBlockOf(before, await pay(replica(0)));
    const last = before.at(-1)?.id;
    await Promise.all(network.replicas.map(({ kill }) => kill()));
    // Their signs of life last for ten seconds.
    if (!FULL_LENGTH) await forgetReplicas(redis.url);
    const { gateway } = network.inner.urls;
    expect((await post(gateway, '/devnet/v1/mine', { bitcoin: 1 })).status).toBe(200);
    const { url } = await network.start();
    const after = collect(url, last);
    await expect.poll(() => after.map(({ type }) => type)).toContain('gap');
    await hasBlockOf(after, await pay(url));
    expect(after.map(({ id }) => id)).toEqual(after.map((_, index) => (last ?? 0) + 1 + index));
  });
});

/** Removes the signs of life of all replicas. */
async function forgetReplicas(url: string): Promise<void> {
  const { run, close } = await connectRedis(url);
  await run(`for _, key in ipairs(redis.call('KEYS', 'devnet:*:alive:*')) do redis.call('DEL', key) end`, []);
  await close();
}

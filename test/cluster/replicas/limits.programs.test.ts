import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '../../cli/in-process.js';
import { FULL_LENGTH } from '../../full-length.js';
import { hasRedis, type RedisServer, startRedis } from './redis.js';
import { type SharedNetwork, STARTING, startShared } from './replicas.js';

/** The limit of requests for a client without a key; a client with a key has ten times as many. */
const REQUESTS = FULL_LENGTH ? 100 : 30;
const BY_KEY = 10;

describe.skipIf(!hasRedis)('limits and keys of replicas', () => {
  let redis: RedisServer;
  let network: SharedNetwork;
  beforeAll(async () => {
    redis = await startRedis();
    network = await startShared(redis, { count: 3, flags: ['--rate-limit', `requests=${REQUESTS}/1h,stx=7/1h,stxPerIp=20/1h`] });
  }, STARTING);
  afterAll(async () => {
    await network?.[Symbol.asyncDispose]();
    await redis?.[Symbol.asyncDispose]();
  });
  const urls = () => network.replicas.map(({ url }) => url);
  /** Sends one request to each replica in turn, all at once. */
  const statuses = async (count: number, path: string, init: RequestInit = {}): Promise<Record<number, number>> => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => fetch(`${urls()[index % urls().length]}${path}`, init)));
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const keys = (...args: string[]) => inProcess(['--json', 'keys', ...args], network.env as Record<string, string>);
  const createKey = async (): Promise<{ id: string; key: string }> => JSON.parse((await keys('create')).stdout);

  test('behavior: requests are limited to the exact number over all replicas, with windows of each key', async () => {
    const { key } = await createKey();
    const all = REQUESTS * BY_KEY;
    expect(await statuses(all + 10, '/v2/info', { headers: { 'x-api-key': key } })).toEqual({ 200: all, 429: 10 });
  });

  test('behavior: payments are limited to the exact number over all replicas, per address and per client', async () => {
    const { key } = await createKey();
    const pay = (count: number, address: string) =>
      statuses(count, `/extended/v1/faucets/stx?address=${address}`, { method: 'POST', headers: { 'x-api-key': key } });
    expect(await pay(75, 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5')).toEqual({ 200: 70, 429: 5 });
    expect(await pay(75, 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG')).toEqual({ 200: 70, 429: 5 });
    // 140 of 200 payments for this client are made.
    expect(await pay(75, 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC')).toEqual({ 200: 60, 429: 15 });
  });

  test('behavior: a key is valid at all replicas, until it is revoked at all of them', async () => {
    const { id, key } = await createKey();
    const ask = (value: string) => statuses(3, '/v2/info', { headers: { 'x-api-key': value } });
    expect(await ask(key)).toEqual({ 200: 3 });
    expect((await keys('revoke', id)).status).toBe(0);
    expect(await ask(key)).toEqual({ 401: 3 });
    expect(await ask('devnet_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toEqual({ 401: 3 });
    expect(JSON.parse((await keys('list')).stdout).keys).toContainEqual(expect.objectContaining({ id, revokedAt: expect.any(String) }));
  });

  test('behavior: a payment that failed is not counted', async () => {
    const { key } = await createKey();
    const path = (address: string) => `/extended/v1/faucets/stx?address=${address}`;
    const init = { method: 'POST', headers: { 'x-api-key': key } };
    for (let round = 0; round < 3; round++) expect(await statuses(60, path('wrong'), init)).toEqual({ 400: 60 });
    expect(await statuses(1, path('ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND'), init)).toEqual({ 200: 1 });
  });
});

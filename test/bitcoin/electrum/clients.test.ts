import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';
import { scriptHashOf } from './script-hash.js';

/** What the test uses of the package, which has no types. */
type ElectrumClient = {
  initElectrum(config: { client: string; version: string | string[] }, policy: { retryPeriod: number; maxRetry: number }): Promise<unknown>;
  versionInfo: [string, string];
  subscribe: { on(event: string, listener: (params: unknown[]) => void): void };
  blockchainHeaders_subscribe(): Promise<{ height: number }>;
  blockchainScripthash_subscribe(hash: string): Promise<string | null>;
  blockchainScripthash_getHistory(hash: string): Promise<{ tx_hash: string; height: number }[]>;
  blockchainScripthash_getBalance(hash: string): Promise<{ confirmed: number; unconfirmed: number }>;
  blockchainScripthash_listunspent(hash: string): Promise<unknown[]>;
  blockchainTransaction_get(hash: string, verbose: boolean): Promise<string>;
  blockchainTransaction_getMerkle(hash: string, height: number): Promise<{ pos: number }>;
  blockchainEstimatefee(blocks: number): Promise<number>;
  mempool_getFeeHistogram(): Promise<unknown[]>;
  close(): void;
};
type ElectrumClientClass = new (port: number, host: string, protocol: 'tcp', options: object | null, callbacks: object) => ElectrumClient;
const Client = createRequire(import.meta.url)('@mempool/electrum-client') as ElectrumClientClass;

let devnet: Devnet;
let client: ElectrumClient;
beforeAll(async () => {
  devnet = await bootDevnet({ electrum: true, mining: { bitcoin: 'manual' } });
  const { hostname, port } = new URL(devnet.urls.electrum ?? '');
  client = new Client(Number(port), hostname, 'tcp', null, { onLog: () => undefined });
  await client.initElectrum({ client: 'mempool', version: '1.4' }, { retryPeriod: 10_000, maxRetry: 0 });
});
afterAll(async () => {
  client?.close();
  await devnet?.close();
});

test('default: @mempool/electrum-client follows a payment', async () => {
  const { address } = account(devnet, 'wallet_4').btc;
  const hash = scriptHashOf(address);
  const told: unknown[] = [];
  client.subscribe.on('blockchain.scripthash.subscribe', ([script]) => told.push(script));
  client.subscribe.on('blockchain.headers.subscribe', ([header]) => told.push((header as { height: number }).height));
  expect(client.versionInfo).toEqual([expect.stringMatching(/^stacks-devnet /), '1.4']);
  const { height } = await client.blockchainHeaders_subscribe();
  await client.blockchainScripthash_subscribe(hash);
  const { txId } = await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
  await expect.poll(() => told).toEqual([hash]);
  expect(await client.blockchainScripthash_getBalance(hash)).toEqual({ confirmed: 1_000_000_000, unconfirmed: 70_000 });
  expect(await client.mempool_getFeeHistogram()).toHaveLength(1);
  await devnet.bitcoin.mine();
  await expect.poll(() => told).toEqual([hash, height + 1, hash]);
  expect(await client.blockchainScripthash_getHistory(hash)).toContainEqual({ tx_hash: txId, height: height + 1 });
  expect(await client.blockchainScripthash_listunspent(hash)).toHaveLength(2);
  expect(await client.blockchainTransaction_get(txId, false)).toMatch(/^02000000/);
  expect(await client.blockchainTransaction_getMerkle(txId, height + 1)).toMatchObject({ pos: 1 });
  expect(await client.blockchainEstimatefee(6)).toBe(0.000_01);
});

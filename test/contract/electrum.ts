import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/index.js';
import { startDevnet } from '#dist/index.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { type Connection, connectElectrum } from '../bitcoin/electrum/connection.js';
import { scriptHashOf } from '../bitcoin/electrum/script-hash.js';
import { testCache } from '../cache.js';

/** The Electrum server, on any engine. */
export function electrumContract(engine: DevnetOptions): void {
  describe('Electrum', () => {
    let devnet: Devnet;
    let client: Connection;
    beforeAll(async () => {
      devnet = await startDevnet({ ...engine, cache: testCache, electrum: true, mining: { bitcoin: 'manual' } });
      client = await connectElectrum(devnet.urls.electrum ?? '');
    });
    afterAll(async () => {
      client?.[Symbol.dispose]();
      await devnet?.close();
    });

    test('default: a payment to an address, from the mempool to its block', async () => {
      const { address } = devnet.accounts.wallet_7.btc;
      const hash = scriptHashOf(address);
      const told = (): unknown[] => client.others.map(({ method, params }) => [method, params?.[0]]);
      await client.ask('blockchain.headers.subscribe');
      await client.ask('blockchain.scripthash.subscribe', hash);
      const { txId } = await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
      await expect.poll(told).toContainEqual(['blockchain.scripthash.subscribe', hash]);
      const { bitcoin } = await devnet.bitcoin.mine();
      await expect.poll(told).toContainEqual(['blockchain.headers.subscribe', { height: bitcoin.height, hex: expect.any(String) }]);
      expect(await client.ask('blockchain.scripthash.get_history', hash)).toContainEqual({ tx_hash: txId, height: bitcoin.height });
      expect(await client.ask('blockchain.transaction.get_merkle', txId, bitcoin.height)).toMatchObject({ block_height: bitcoin.height });
      expect(await client.ask('blockchain.estimatefee', 6)).toBeGreaterThan(0);
    });
  });
}

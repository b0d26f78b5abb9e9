import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/index.js';
import { startDevnet } from '#dist/index.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { testCache } from '../cache.js';

/** The Esplora API of the gateway, on any engine. */
export function esploraContract(engine: DevnetOptions): void {
  describe('Esplora', () => {
    let devnet: Devnet;
    beforeAll(async () => {
      devnet = await startDevnet({ ...engine, cache: testCache });
    });
    afterAll(() => devnet?.close());

    test('default: a payment to an address, from the mempool to its block', async () => {
      const api = `${devnet.urls.gateway}/api`;
      const ask = async (path: string) => (await fetch(`${api}${path}`)).json() as Promise<never>;
      const { address } = devnet.accounts.wallet_7.btc;
      await devnet.setMining({ bitcoin: 'manual' });
      const { txId } = await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
      expect(await ask(`/address/${address}/utxo`)).toContainEqual({ txid: txId, vout: 0, status: { confirmed: false }, value: 70_000 });
      expect(await ask(`/address/${address}`)).toMatchObject({ mempool_stats: { tx_count: 1, funded_txo_sum: 70_000 } });
      const { bitcoin } = await devnet.bitcoin.mine();
      const [hash] = bitcoin.hashes;
      expect(await ask(`/tx/${txId}/status`)).toMatchObject({ confirmed: true, block_hash: hash, block_height: bitcoin.height });
      expect(await ask(`/block/${hash}`)).toMatchObject({ id: hash, height: bitcoin.height });
      expect(await ask(`/block/${hash}/txids`)).toContain(txId);
      expect(await ask(`/address/${address}/txs`)).toContainEqual(expect.objectContaining({ txid: txId }));
      expect(await (await fetch(`${api}/blocks/tip/hash`)).text()).toBe(hash);
      await devnet.setMining({ bitcoin: 'auto' });
    });
  });
}

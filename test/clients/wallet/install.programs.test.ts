import { createRequire } from 'node:module';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { createWallet, installWallet } from 'stacks-devnet/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCache } from '../../cache.js';

const BOB = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

// Its types need those of the DOM, which no other test has.
type Jsdom = { JSDOM: new (html: string, options: { url: string }) => { window: object } };
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom;

type Provider = {
  request(method: string, params?: object): Promise<{ result: Record<string, unknown> }>;
  listen(event: string, cb: (...heard: unknown[]) => void): () => void;
};

describe('a wallet in jsdom', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ cache: testCache });
  });
  afterAll(async () => devnet?.close());

  test('components find it, until it is removed', async () => {
    const { window } = new JSDOM('', { url: 'http://localhost:5173/app' });
    await using wallet = createWallet(devnet);
    Object.assign(window, { StacksProvider: 'of before' });
    const remove = installWallet(wallet, window);
    const { LeatherProvider: leather } = window as unknown as { LeatherProvider: Provider };
    const heard: unknown[] = [];
    leather.listen('stx_accountChange', (accounts) => heard.push(accounts));
    const { result } = await leather.request('stx_transferStx', { recipient: BOB, amount: '3' });
    expect((await devnet.stacks.waitForTx(String(result['txid']))).status).toBe('success');
    await wallet.switchAccount('wallet_2');
    expect(heard).toMatchObject([[{ address: BOB }]]);
    wallet.once({ decision: 'reject' });
    await expect(leather.request('getAddresses')).rejects.toMatchObject({ jsonrpc: '2.0', error: { code: 4001 } });
    expect(wallet.requests).toMatchObject([
      { method: 'stx_transferStx', origin: 'http://localhost:5173', wallet: 'leather' },
      { method: 'getAddresses', decision: 'reject' },
    ]);
    expect(Reflect.get(window, 'wbip_providers')).toMatchObject([{ id: 'XverseProviders.BitcoinProvider' }, { id: 'LeatherProvider' }]);
    remove();
    expect(['LeatherProvider', 'XverseProviders', 'wbip_providers'].filter((name) => name in window)).toEqual([]);
    expect(Reflect.get(window, 'StacksProvider')).toBe('of before');
  });
});

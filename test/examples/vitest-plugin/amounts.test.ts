import { useDevnet } from 'stacks-devnet/vitest';
import { expect, inject, test } from 'vitest';

const net = useDevnet();

test('account() funds any amount on both chains', async () => {
  const { stx, btc } = await net.account({ stx: 7_000_000n, btc: 50_000n });
  const response = await fetch(`${net.devnet.urls.gateway}/v2/accounts/${stx.address}?proof=0`);
  expect(await response.json()).toMatchObject({ balance: `0x${7_000_000n.toString(16).padStart(32, '0')}` });
  const bitcoin = await net.devnet.bitcoin.client();
  const { total_amount } = await bitcoin.command('scantxoutset', 'start', [`addr(${btc.address})`]);
  expect(total_amount).toBe(0.0005);
});

test('inject() has the URL of the shared network', () => {
  expect(inject('stacksDevnet').url).toBe(net.devnet.urls.gateway);
});

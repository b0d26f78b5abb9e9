import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { useDevnet } from 'stacks-devnet/vitest';
import { expect, inject, test } from 'vitest';

const net = useDevnet();

test('one account pays another', async () => {
  const [alice, bob] = await Promise.all([net.account(), net.account({ stx: 0n, btc: 0n })]);
  const { network } = net.devnet;
  const order = { recipient: bob.stx.address, amount: 1_000_000n, senderKey: alice.privateKey };
  const transaction = await makeSTXTokenTransfer({ ...order, network });
  const { txid } = await broadcastTransaction({ transaction, network });
  expect(await net.devnet.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
});

test('coins of any amount, on both chains', async () => {
  const { stx, btc } = await net.account({ stx: 7_000_000n, btc: 50_000n });
  const response = await fetch(`${net.devnet.urls.gateway}/v2/accounts/${stx.address}?proof=0`);
  expect(await response.json()).toMatchObject({ balance: `0x${7_000_000n.toString(16).padStart(32, '0')}` });
  const bitcoin = await net.devnet.bitcoin.client();
  const { total_amount } = await bitcoin.command('scantxoutset', 'start', [`addr(${btc.address})`]);
  expect(total_amount).toBe(0.0005);
});

test('the address of the network is there without the helper, too', () => {
  expect(inject('stacksDevnet').url).toBe(net.devnet.urls.gateway);
});

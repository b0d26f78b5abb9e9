import { expect, test, vi } from 'vitest';
import { bitcoinWallet } from './app/bitcoin-wallet.js';
import { useNetwork } from './network.js';

const net = useNetwork();

test('a Bitcoin wallet shows what it has, pays, and says what is wrong', async () => {
  const { wallet_1: from, wallet_2: to } = net.devnet.accounts;
  const { root, address, refresh } = bitcoinWallet(from.privateKey.slice(0, 64));
  document.body.replaceChildren(root);
  const text = (selector) => root.querySelector(selector).textContent;
  const pay = (sats) => {
    root.querySelector('[name=to]').value = to.btc.address;
    root.querySelector('[name=sats]').value = sats;
    root.querySelector('button').click();
  };
  expect(address).toBe(from.btc.addresses.p2wpkh);

  await net.devnet.faucet.btc(address, { amount: 50_000n });
  await refresh();
  const before = Number.parseInt(text('#balance'), 10);
  pay(20_000);
  await vi.waitFor(() => expect(text('[role=status]')).toMatch(/^sent [0-9a-f]{64}$/));
  const txid = text('[role=status]').slice('sent '.length);
  expect((await net.devnet.bitcoin.waitForTx(txid)).confirmations).toBe(1);
  await vi.waitFor(() => expect(text('#balance')).toBe(`${before - 21_000} sats`));

  pay(21_000_000_00000000);
  await vi.waitFor(() => expect(text('[role=status]')).toBe('not enough sats'));
});

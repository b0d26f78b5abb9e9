import { useDevnet } from 'stacks-devnet/vitest';
import { createWallet, installWallet } from 'stacks-devnet/wallet';
import { expect, onTestFinished, test, vi } from 'vitest';
import { payButton } from './pay-button.js';

const net = useDevnet({ per: 'test' });

test('the button pays, unless the user rejects', async () => {
  const wallet = createWallet(net.devnet);
  onTestFinished(wallet.close);
  onTestFinished(installWallet(wallet));
  const button = payButton(net.devnet.accounts.wallet_2.stx.address);

  wallet.once({ decision: 'reject' });
  button.click();
  await vi.waitFor(() => expect(button.textContent).toBe('User rejected the request'));

  button.click();
  await vi.waitFor(() => expect(button.textContent).toMatch(/^Sent/), 10_000);
  const [, { txid }] = wallet.requests;
  expect((await net.devnet.stacks.waitForTx(txid)).status).toBe('success');
});

test('a wallet has an account of the test, and all methods', async () => {
  const alice = await net.account();
  const wallet = createWallet(net.devnet, { account: alice });
  onTestFinished(wallet.close);
  onTestFinished(installWallet(wallet));
  const ask = async (method, params) => (await window.LeatherProvider.request(method, params)).result;

  const { addresses } = await ask('getAddresses');
  expect(addresses[2].address).toBe(alice.stx.address);
  const text = await ask('stx_signMessage', { message: 'hello' });
  expect(text.signature).toMatch(/^[0-9a-f]{130}$/);
  expect((await ask('signMessage', { message: 'hello', paymentType: 'p2tr' })).address).toBe(addresses[1].address);
  const { txid } = await ask('sendTransfer', { recipients: [{ address: addresses[0].address, amount: '1000' }] });
  expect((await net.devnet.bitcoin.waitForTx(txid)).txid).toBe(txid);
});

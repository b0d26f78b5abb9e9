import { expect, test, vi } from 'vitest';
import { sbtcBridge } from './app/sbtc-bridge.js';
import { useNetwork } from './network.js';

const net = useNetwork();

test('a bridge turns Bitcoin into sBTC', async () => {
  const { wallet_1: from, wallet_2: to } = net.devnet.accounts;
  const { root, address } = sbtcBridge(from.privateKey.slice(0, 64), to.stx.address);
  document.body.replaceChildren(root);
  const before = await net.devnet.sbtc.balance(to.stx.address);
  await net.devnet.faucet.btc(address, { amount: 2_000_000n });
  root.querySelector('input').value = 1_000_000;
  root.querySelector('button').click();
  const status = () => root.querySelector('[role=status]').textContent;
  await vi.waitFor(() => expect(status()).toMatch(/sats of sBTC$/), 20_000);
  const after = await net.devnet.sbtc.balance(to.stx.address);
  expect(status()).toBe(`${after} sats of sBTC`);
  expect(after - before).toBeGreaterThan(990_000n);
});

import { expect, test, vi } from 'vitest';
import page from '../playwright/app/index.html?raw';
import { useNetwork } from './network.js';

const net = useNetwork();

test('the shop connects, is refused, and is paid', async () => {
  document.body.innerHTML = page;
  await import('../playwright/app/main.js');
  const status = () => document.querySelector('[role=status]').textContent;

  document.querySelector('#connect').click();
  // The choice of a wallet is a web component of @stacks/connect.
  const leather = await vi.waitFor(() => {
    const entries = [...document.querySelector('connect-modal').shadowRoot.querySelectorAll('li')];
    const found = entries.find((entry) => entry.textContent.includes('Leather'));
    expect(found).toBeDefined();
    return found.querySelector('button');
  });
  leather.click();
  const { address } = net.wallet.account.stx;
  await vi.waitFor(() => expect(document.querySelector('#account').textContent).toBe(address));

  net.wallet.once({ decision: 'reject' });
  document.querySelector('#pay').click();
  await vi.waitFor(() => expect(status()).toBe('you rejected the payment'));
  document.querySelector('#pay').click();
  await vi.waitFor(() => expect(status()).toBe('paid'), 10_000);
  expect(await net.devnet.balance('ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG')).toMatchObject({ stx: 100_000_005_000_000n });
});

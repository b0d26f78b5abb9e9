import { expect, test } from 'stacks-devnet/playwright';

test.beforeEach(async ({ page, wallet }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Leather' }).getByRole('button').click();
  await expect(page.getByText(wallet.account.stx.address)).toBeVisible();
  wallet.clear();
});

test('a payment is confirmed', async ({ page, wallet, devnet }) => {
  await page.getByRole('button', { name: 'Pay' }).click();
  const { txid, fee } = await wallet.waitForRequest('stx_transferStx');
  expect(fee).toBe(3_000n);
  expect((await devnet.stacks.waitForTx(txid)).status).toBe('success');
  await expect(page.getByRole('status')).toHaveText('paid');
});

test('the user rejects a payment', async ({ page, wallet }) => {
  wallet.once({ decision: 'reject' });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('you rejected the payment');
  expect(wallet.requests).toMatchObject([{ method: 'stx_transferStx', decision: 'reject' }]);
});

test('the account has no coins', async ({ page, wallet }) => {
  wallet.setPolicy({ funds: 'none' });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toContainText('not enough funds');
});

test('the user is slow, and raises the fee', async ({ page, wallet }) => {
  wallet.setPolicy({ delayMs: 300, fee: 10_000n });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('paid');
  expect(wallet.requests[0].fee).toBe(10_000n);
});

test('the wallet is on the wrong network', async ({ page, wallet }) => {
  await wallet.switchNetwork('mainnet');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toContainText('the wallet is on mainnet');
});

test.describe('a new customer', () => {
  test.use({ walletOptions: { account: 'wallet_5', wallets: ['leather'] } });

  test('pays from their account', async ({ page, devnet }) => {
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('status')).toHaveText('paid');
    const balances = await devnet.balances();
    expect(balances.find(({ name }) => name === 'wallet_5').stx.nonce).toBe(1);
    // Each test has its own network: nobody else has paid here.
    expect(balances.find(({ name }) => name === 'wallet_1').stx.nonce).toBe(0);
  });
});

import { expect, test } from 'stacks-devnet/playwright';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Leather' }).getByRole('button').click();
});

test('a customer pays', async ({ page, wallet, devnet }) => {
  await expect(page.getByText(wallet.account.stx.address)).toBeVisible();
  const before = await devnet.balance('wallet_2'); // the shop

  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('paid');

  const after = await devnet.balance('wallet_2');
  expect(after.stx - before.stx).toBe(5_000_000n);
});

test('a customer changes their mind', async ({ page, wallet }) => {
  wallet.once({ decision: 'reject' });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('you rejected the payment');
});

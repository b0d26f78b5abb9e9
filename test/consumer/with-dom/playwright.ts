// Playwright's own types need those of the DOM.
import { expect, test } from 'stacks-devnet/playwright';

test('pays', async ({ page, wallet, devnet }) => {
  await page.goto(devnet.urls.gateway ?? '');
  const { txid = '' } = await wallet.waitForRequest('stx_transferStx');
  await devnet.stacks.waitForTx(txid);
  expect(wallet.requests).toHaveLength(1);
});

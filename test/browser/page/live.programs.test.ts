import type { Browser } from 'playwright-core';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../free-ports.js';
import { executablePath, launch, needsChromium } from '../chromium.js';
import { visit } from './support.js';

const timeout = 60_000;

describe.skipIf(executablePath === undefined)(`the page follows the network, ${needsChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => browser?.close());

  test('default: blocks, balances and events appear without a reload', { timeout }, async () => {
    await using devnet = await startDevnet();
    const { wallet_1, wallet_2 } = devnet.accounts;
    const { page, go, faults } = await visit(browser, devnet.urls.gateway ?? '');
    const events = page.locator('.events');
    const sent = await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 2_000_000n, memo: 'for lunch', as: 'wallet_1' });
    await events.getByText('wallet_1 sends 2 STX to wallet_2 with memo "for lunch"').first().waitFor();
    await page.locator('table').getByText(`${sent.block.height}`, { exact: true }).first().waitFor();
    const paid = await devnet.faucet.btc(wallet_1.btc.address, { amount: 30_000_000n });
    await events.getByText('0.3 BTC to wallet_1').first().waitFor();
    // Each line leads to what it is about.
    await events.getByText('wallet_1 sends 2 STX').last().click();
    await page.locator('h1', { hasText: 'Stacks transaction' }).waitFor();
    await go(`address/${wallet_1.btc.address}`);
    await page.getByText('10.3').first().waitFor();
    await devnet.faucet.btc(wallet_1.btc.address, { amount: 20_000_000n });
    await page.getByText('10.5').first().waitFor();
    await go(`tx/${paid.txId}`);
    await page.getByText('confirmed').waitFor();
    expect(await faults()).toEqual([]);
    await page.close();
  });

  test('behavior: a pending transaction becomes a mined one', { timeout }, async () => {
    await using devnet = await startDevnet({ mining: { stacks: 'manual' } });
    const { wallet_2 } = devnet.accounts;
    const txid = await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 1n, as: 'wallet_1', wait: false });
    const { page } = await visit(browser, devnet.urls.gateway ?? '', `tx/${txid}`);
    await page.getByText('pending', { exact: true }).waitFor();
    await devnet.stacks.mine();
    await page.getByText('success', { exact: true }).waitFor();
    await page.close();
  });

  test('behavior: a pending Bitcoin transaction becomes a mined one', { timeout }, async () => {
    await using devnet = await startDevnet({ mining: { bitcoin: 'manual' } });
    const { page } = await visit(browser, devnet.urls.gateway ?? '', 'mempool');
    const nothing = page.getByText('No transaction waits for a Bitcoin block');
    await nothing.waitFor();
    const { txId } = await devnet.faucet.btc(devnet.accounts.wallet_1.btc.address, { wait: false });
    await page.locator(`a[href$="${txId}"]`).waitFor();
    await devnet.bitcoin.mine();
    await nothing.waitFor();
    await page.close();
  });

  test('behavior: after a gap in the events the page reads everything again', { timeout }, async () => {
    await using devnet = await startDevnet();
    const gateway = devnet.urls.gateway ?? '';
    const page = await browser.newPage();
    // Events come when the test says so.
    await page.addInitScript({
      content: `const ask = globalThis.fetch;
        globalThis.fetch = (path, init) => path.startsWith('/devnet/v1/events')
          ? Promise.resolve(new Response(new ReadableStream({ start(controller) { globalThis.events = controller; } })))
          : ask(path, init);`,
    });
    await page.goto(`${gateway}/#/`);
    await page.locator('.connection.live').waitFor();
    const { height } = (await devnet.status()).stacks;
    const shown = page.locator('.figure').first();
    await expect.poll(() => shown.textContent()).toBe(`${height}`);
    await page.waitForLoadState('networkidle');
    await devnet.stacks.mine();
    expect(await shown.textContent()).toBe(`${height}`);
    await page.evaluate(`events.enqueue(new TextEncoder().encode('event: gap\\ndata: {"type":"gap"}\\n\\n'))`);
    await expect.poll(() => shown.textContent()).toBe(`${height + 1}`);
    await page.close();
  });

  test('behavior: a restore and a restart of the network', { timeout }, async () => {
    const [port = 0] = await freePorts(1);
    const start = () => startDevnet({ ports: { gateway: port } });
    const first = await start();
    const { page } = await visit(browser, first.urls.gateway ?? '');
    const height = page.locator('.figure').first();
    const shown = async () => Number(await height.textContent());
    const saved = await first.snapshot('clean');
    const { height: before } = (await first.status()).stacks;
    await first.stacks.mine(3);
    await expect.poll(shown, { timeout: 10_000 }).toBe(before + 3);
    await first.restore(saved);
    await expect.poll(shown, { timeout: 10_000 }).toBe(before);
    await first.stacks.mine(5);
    await expect.poll(shown, { timeout: 10_000 }).toBe(before + 5);
    await first.close();
    await page.locator('.connection.lost').waitFor();
    // What was there stays to be read.
    expect(await shown()).toBe(before + 5);
    await using second = await start();
    await page.locator('.connection.live').waitFor();
    await expect.poll(shown, { timeout: 10_000 }).toBe((await second.status()).stacks.height);
    await second.stacks.mine();
    await expect.poll(shown, { timeout: 10_000 }).toBe((await second.status()).stacks.height);
    await page.close();
  });
});

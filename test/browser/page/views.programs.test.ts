import type { Page } from 'playwright-core';
import { startDevnet } from 'stacks-devnet';
import { beforeAll, describe, expect, test } from 'vitest';
import { executablePath, needsChromium } from '../chromium.js';
import { networkAndBrowser } from './network-and-browser.js';
import { playScene, type Scene, viewsOf } from './scene.js';
import { violations, visit } from './support.js';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

describe.skipIf(executablePath === undefined)(`the views of the page, ${needsChromium}`, () => {
  const opened = networkAndBrowser();
  let scene: Scene;
  beforeAll(async () => {
    scene = await playScene(opened.devnet);
  }, 120_000);

  describe.each([desktop, phone])('%o', (size) => {
    /** Checks what is shown, in light and in dark colours. */
    const check = async (page: Page, name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
        const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(excess, `${name}, ${colorScheme}, is wider than the screen by`).toBe(0);
      }
    };

    test('default: each has its data, no violation of accessibility or policy, and fits the width', { timeout: 120_000 }, async () => {
      const { page, go, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
      await page.setViewportSize(size);
      for (const [name, hash, text] of viewsOf(scene)) {
        await go(hash);
        await page.locator('main').getByText(text).first().waitFor();
        await check(page, name);
      }
      expect(await faults()).toEqual([]);
      await page.close();
    });

    test('default: a profile names function, line, source and cost under the pointer, and fits the width', {
      timeout: 60_000,
    }, async () => {
      const { page, go, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
      await page.setViewportSize(size);
      await go(`tx/${scene.called}`);
      await page.getByRole('button', { name: 'Profile the costs' }).click();
      const bar = page.locator('.flame g', { hasText: ':15' }).first();
      await bar.hover();
      const title = 'document.querySelector(".flame g:hover title").textContent';
      expect(await page.evaluate(title)).toMatch(
        /^counter:15 in add\n\(map-set seen tx-sender \(\+ u1 \(times tx-sender\)\)\)\n[\d,]+ runtime \([\d.]+ %\), [\d,]+ itself, once\nST\w+\.counter$/,
      );
      await check(page, 'a profile');
      expect(await faults()).toEqual([]);
      await page.close();
    });
  });

  test('default: nodes of others, without what their engine cannot do', { timeout: 60_000 }, async () => {
    const { bitcoin, stacks } = opened.devnet.urls;
    await using attached = await startDevnet({
      engine: 'external',
      external: { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: stacks },
    });
    const { page, go, faults } = await visit(opened.browser, attached.urls.gateway ?? '');
    expect(await page.locator('.actions button').allTextContents()).toEqual(['Mine a Bitcoin block']);
    await go(`contract/${scene.contract}`);
    await page.locator('summary', { hasText: 'get-count' }).click();
    await page.getByRole('button', { name: 'Read' }).first().click();
    await page.getByText('u5', { exact: true }).first().waitFor();
    await go('network');
    await page.getByText('external', { exact: true }).waitFor();
    expect(await page.getByText('Snapshots').count()).toBe(0);
    await go('overview');
    await page.getByRole('button', { name: 'Mine a Bitcoin block' }).click();
    await page.locator('.notice.good').waitFor();
    await page.locator('.events').getByText('block').first().waitFor();
    expect(await faults()).toEqual([]);
    await page.close();
  });

  test('default: without the control API only the buttons, keys and traces are missing', { timeout: 60_000 }, async () => {
    await using open = await startDevnet({ control: { enabled: false } });
    const sent = await open.stacks.transfer({ to: open.accounts.wallet_2.stx.address, amount: 1n, as: 'wallet_1' });
    const { page, go, faults } = await visit(opened.browser, open.urls.gateway ?? '');
    expect(await page.locator('.menu a').allTextContents()).toEqual(['Overview', 'Blocks', 'Transactions', 'Contracts']);
    expect(await page.getByRole('button', { name: /Mine|snapshot/ }).count()).toBe(0);
    await go(`tx/${sent.txid}`);
    await page.locator('main').getByText('0.000001').first().waitFor();
    // It follows the websocket of the Stacks API.
    await go('overview');
    const height = page.locator('.figure').first();
    const before = Number(await height.textContent());
    await open.stacks.mine();
    await expect.poll(async () => Number(await height.textContent()), { timeout: 10_000 }).toBe(before + 1);
    expect(await faults()).toEqual([]);
    await page.close();
  });
});

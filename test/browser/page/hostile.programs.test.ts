import { describe, expect, test } from 'vitest';
import { executablePath, needsChromium } from '../chromium.js';
import { networkAndBrowser } from './network-and-browser.js';
import { visit } from './support.js';

const timeout = 60_000;
const html = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const link = '<a href=javascript:alert(3)>x</a>';
const source = `;; ${html} ${link}
(define-constant BIG (let ((a "<b>12345") (b (concat a a)) (c (concat b b)) (d (concat c c)) (e (concat d d)) (f (concat e e))
  (g (concat f f)) (h (concat g g)) (i (concat h h)) (j (concat i i)) (k (concat j j)) (l (concat k k)) (m (concat l l)) (n (concat m m)))
  (concat n n)))
(define-fungible-token onerror-alert-1)
(define-read-only (get-token-uri) (ok (some u"data:text/html,${html}")))
(define-read-only (get-name) (ok "${html}"))
(define-public (shout (text (string-ascii 200)))
  (begin
    (try! (ft-mint? onerror-alert-1 u1 tx-sender))
    (print {event: "${html}", "text": text})
    (print u"${link}\\u{202e}\\u{0}")
    (ok "${html}")))
(define-public (flood) (begin (print BIG) (ok BIG)))
(define-public (fail) (err "${html}"))
`.replace('"text": text', 'text: text');

describe.skipIf(executablePath === undefined)(`a hostile contract changes nothing of the page but text, ${needsChromium}`, () => {
  const opened = networkAndBrowser();

  test('default: prints, results, memos, arguments, metadata and sources with HTML and scripts', { timeout }, async () => {
    const { page, go, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
    const { contract } = await opened.devnet.stacks.deploy({ name: 'onclick-alert-1', source, as: 'wallet_1' });
    const client = opened.devnet.contract(`${contract}`);
    const called = await client.call('shout', [html], { as: 'wallet_2' });
    const failed = await client.call('fail', [], { as: 'wallet_2' });
    const sent = await opened.devnet.stacks.transfer({
      to: opened.devnet.accounts.wallet_2.stx.address,
      amount: 1n,
      memo: '<img src=x onerror=alert(4)>',
      as: 'wallet_1',
    });
    const foreign = 'img:not([src^="data:"]), iframe, object, b, body > script, main script, a[href^="javascript:"]';
    const check = async (text: string) => {
      await page.locator('body').getByText(text).first().waitFor();
      expect(await page.locator(foreign).count()).toBe(0);
    };
    await go('overview');
    await check(html);
    await check('<img src=x onerror=alert(4)>');
    await go(`tx/${called.txid}`);
    await check(html);
    await go(`tx/${failed.txid}`);
    await check(html);
    await go(`tx/${sent.txid}`);
    await check('<img src=x onerror=alert(4)>');
    await go(`contract/${contract}`);
    await check(html);
    await page.locator('summary', { hasText: 'get-token-uri' }).click();
    await page.locator('details', { hasText: 'get-token-uri' }).getByRole('button', { name: 'Read' }).click();
    await check(`data:text/html,${html}`);
    const text = encodeURIComponent(html);
    await go(`search/${text}`);
    await check(html);
    await go(`tx/${encodeURIComponent(`0x${html}`)}`);
    await check('No node has seen this transaction.');
    await go(text);
    await check(html);
    expect(await faults()).toEqual([]);
    await page.close();
  });

  test('behavior: a value of 100 kB is cut until it is requested', { timeout }, async () => {
    const contract = `${opened.devnet.accounts.wallet_1.stx.address}.onclick-alert-1`;
    const { page, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
    const { txid } = await opened.devnet.contract(contract).call('flood', [], { as: 'wallet_2' });
    await page.locator('.events').getByText('print').first().waitFor();
    await page.goto(`${opened.devnet.urls.gateway}/#/tx/${txid}`);
    const more = page.getByRole('button', { name: /Show all 131,0\d\d characters/ });
    await more.first().waitFor();
    expect((await page.locator('main').textContent())?.length).toBeLessThan(10_000);
    await more.first().click();
    await expect.poll(async () => (await page.locator('main').textContent())?.length).toBeGreaterThan(130_000);
    expect(await page.locator('main b').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await faults()).toEqual([]);
    await page.close();
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { executablePath, needsChromium } from '../chromium.js';
import { networkAndBrowser } from './network-and-browser.js';
import { playScene, type Scene } from './scene.js';
import { type Visit, violations, visit } from './support.js';

const timeout = 60_000;

describe.skipIf(executablePath === undefined)(`what the page says about one thing, ${needsChromium}`, () => {
  const opened = networkAndBrowser();
  let scene: Scene;
  let seen: Visit;
  beforeAll(async () => {
    scene = await playScene(opened.devnet);
    seen = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
  }, 120_000);

  /** The text of a fact, with single spaces. */
  const fact = async (name: string) => {
    const row = seen.page.locator('.facts > div', { has: seen.page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
    return (await row.locator('dd').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ').trim();
  };
  const row = (text: string) => seen.page.locator('main tr', { hasText: text }).first();

  test('default: variables, constants, entries of maps and totals of tokens of a contract', { timeout }, async () => {
    const { page, go, faults } = seen;
    await go(`contract/${scene.contract}`);
    await row('count').getByText('u5', { exact: true }).waitFor();
    await row('ERR-ZERO').getByText('(err u100)').waitFor();
    await row('coin').getByText('5 coin').first().waitFor();
    await row('coin').getByRole('link', { name: 'wallet_1' }).waitFor();
    await row('badge').getByText('1 minted').waitFor();
    const seenBy = page.locator('details', { has: page.locator('summary', { hasText: 'seen key' }) });
    await seenBy.locator('summary').click();
    await seenBy.getByRole('textbox').fill(scene.stxAddress);
    await seenBy.getByRole('button', { name: 'Look up' }).click();
    await seenBy.getByText('(some u1)').waitFor();
    await seenBy.getByRole('textbox').fill('u5');
    await seenBy.getByRole('button', { name: 'Look up' }).click();
    await seenBy.locator('.result.bad').waitFor();
    expect(await violations(page)).toEqual([]);
    // A variable follows the chain.
    await opened.devnet.contract('counter').call('add', [2n, null], { as: 'wallet_1' });
    await row('count').getByText('u7', { exact: true }).waitFor();
    expect(await faults()).toEqual([]);
  });

  test('default: an entry of a map whose key is a tuple', { timeout }, async () => {
    const { page, go } = seen;
    const source = '(define-map at {x: uint, y: uint} (string-ascii 5))\n(map-set at {x: u1, y: u2} "here")';
    const { contract } = await opened.devnet.stacks.deploy({ name: 'places', source, as: 'deployer' });
    await go(`contract/${contract}`);
    await page.locator('summary', { hasText: 'at x y' }).click();
    await page.getByLabel('x uint').fill('1');
    await page.getByLabel('y uint').fill('2');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('(some "here")').waitFor();
  });

  test('default: an account has both chains on each of its pages', { timeout }, async () => {
    const { page, go } = seen;
    await go(`address/${scene.stxAddress}`);
    await page.getByText('On Bitcoin').waitFor();
    await expect.poll(() => fact('On Bitcoin')).toBe(`11 BTC ${scene.btcAddress}`);
    await page.getByRole('link', { name: scene.btcAddress }).click();
    await page.locator('h1', { hasText: 'Account wallet_1' }).waitFor();
    await expect.poll(() => fact('On Stacks')).toMatch(new RegExp(`^99,999,99\\d[\\d.]* STX ${scene.stxAddress}$`));
    await row('+1 BTC').waitFor();
  });

  test('default: size, weight, miner and reward of a Bitcoin block, and what follows the newest', { timeout }, async () => {
    const { page, go } = seen;
    await go('burn-block/142');
    await expect.poll(() => fact('Miner')).toBe('faucet');
    await expect.poll(() => fact('Size')).toMatch(/^[\d,]+ bytes, weight [\d,]+ WU$/);
    expect(await fact('Reward')).toMatch(/^50\.\d+ BTC$/);
    const { height } = (await opened.devnet.status()).bitcoin;
    await go(`burn-block/${height}`);
    await page.getByText(`Block ${height + 1} is not mined yet: 0 pending transactions`).waitFor();
    await opened.devnet.bitcoin.mine();
    await page.getByRole('link', { name: `Block ${height + 1} →` }).click();
    await page.locator('h1', { hasText: `Bitcoin block ${height + 1}` }).waitFor();
  });

  test('default: the bytes of a transaction of each chain, and blocks since', { timeout }, async () => {
    const { page, go } = seen;
    for (const txid of [scene.called, scene.paid]) {
      await go(`tx/${txid}`);
      await page.getByRole('button', { name: 'Show the bytes' }).click();
      await page.getByRole('button', { name: 'Copy raw transaction' }).waitFor();
      expect(await fact('Block')).toMatch(/^\d+ \d+ blocks since$/);
      expect(await violations(page)).toEqual([]);
    }
    await page.getByText(/^0[12]000000[0-9a-f]+$/).waitFor();
  });

  test('default: a deposit and a withdrawal lead to the other chain', { timeout }, async () => {
    const { page, go } = seen;
    await go('sbtc');
    const deposit = page.getByRole('region', { name: 'Deposits' }).getByRole('row').nth(1);
    await deposit.getByRole('link', { name: 'wallet_1' }).waitFor();
    await deposit.getByRole('link').first().click();
    await page.getByText('Deposit', { exact: false }).first().waitFor();
    await page.locator('.facts a[href^="#/tx/0x"]').click();
    await page.locator('h1', { hasText: 'Stacks transaction' }).waitFor();
    await page.getByText(/^Deposit [0-9a-f]{6}:0$/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('default: lists of transactions are without coinbases until they are requested', { timeout }, async () => {
    const { page, go } = seen;
    await go('transactions');
    await row('deployer.counter').waitFor();
    expect(await page.getByText('coinbase', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show coinbases and tenure changes' }).click();
    await row('coinbase').getByRole('link', { name: 'miner' }).waitFor();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath, needsChromium } from '../chromium.js';
import { networkAndBrowser } from './network-and-browser.js';
import { playScene, type Scene } from './scene.js';
import { type Visit, visit } from './support.js';

const timeout = 60_000;

describe.skipIf(executablePath === undefined)(`the buttons of the page, ${needsChromium}`, () => {
  const opened = networkAndBrowser();
  let scene: Scene;
  let seen: Visit;
  let page: Page;
  beforeAll(async () => {
    scene = await playScene(opened.devnet);
    seen = await visit(opened.browser, opened.devnet.urls.gateway ?? '');
    page = seen.page;
  }, 120_000);
  afterAll(async () => {
    expect(await seen?.faults()).toEqual([]);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const notice = (text: string | RegExp) => page.locator('.notice').getByText(text).waitFor();

  test('default: mines blocks of both chains', { timeout }, async () => {
    await seen.go('overview');
    const before = await opened.devnet.status();
    await button('Mine a Stacks block').click();
    await notice(`Stacks is at block ${before.stacks.height + 1}.`);
    expect((await opened.devnet.status()).stacks.height).toBe(before.stacks.height + 1);
    await button('Mine a Bitcoin block').click();
    await notice(`Bitcoin is at block ${before.bitcoin.height + 1}`);
    expect((await opened.devnet.status()).bitcoin.height).toBe(before.bitcoin.height + 1);
    await seen.go('network');
    await page.getByLabel('Blocks', { exact: true }).fill('3');
    await button('Mine Bitcoin').click();
    await notice(`Bitcoin is at block ${before.bitcoin.height + 4}`);
    await button('Mine Stacks').click();
    await notice('Stacks is at block');
  });

  test('error: says why a block cannot be mined', { timeout }, async () => {
    await seen.go('network');
    await page.getByLabel('Blocks', { exact: true }).fill('0');
    await button('Mine Bitcoin').click();
    await notice(/bitcoin: expected a whole number, 1 to 10000/);
  });

  test('default: sets the modes of mining', { timeout }, async () => {
    await seen.go('network');
    const stacks = page.getByRole('form', { name: 'Mining mode of Stacks' });
    await stacks.getByLabel('Mode').selectOption('only on request');
    await stacks.getByRole('button', { name: 'Set' }).click();
    await notice('Stacks blocks: manual.');
    const bitcoin = page.getByRole('form', { name: 'Mining mode of Bitcoin' });
    await bitcoin.getByLabel('Mode').selectOption('at an interval');
    await bitcoin.getByLabel('Seconds').fill('3600');
    await bitcoin.getByRole('button', { name: 'Set' }).click();
    await notice('Bitcoin blocks: every 3600 s.');
    expect(await opened.devnet.miningModes()).toEqual({ stacks: 'manual', bitcoin: { intervalMs: 3_600_000 } });
    await opened.devnet.setMining({ stacks: 'auto', bitcoin: 'auto' });
  });

  test('default: saves, restores and deletes snapshots', { timeout }, async () => {
    await seen.go('network');
    const form = page.getByRole('form', { name: 'Save a snapshot' });
    await form.getByLabel('Name').fill('before lunch');
    await form.getByRole('button').click();
    await notice('Saved snapshot before lunch.');
    const { height } = (await opened.devnet.status()).stacks;
    await opened.devnet.stacks.mine(2);
    await button('Restore before lunch').click();
    await notice('Restored snapshot before lunch.');
    expect((await opened.devnet.status()).stacks.height).toBe(height);
    await button('Delete before lunch').click();
    await notice('Deleted snapshot before lunch.');
    expect((await opened.devnet.snapshots()).map(({ name }) => name)).toEqual(['clean']);
  });

  test('default: pays from each faucet', { timeout }, async () => {
    const { wallet_3 } = opened.devnet.accounts;
    await seen.go('accounts');
    const form = page.getByRole('form', { name: 'Faucet' });
    const pay = async (coin: string, address: string, amount: string) => {
      await form.getByLabel('Address').fill(address);
      await form.getByLabel('Coin').selectOption(coin);
      await form.getByLabel('Amount').fill(amount);
      await form.getByRole('button', { name: 'Send', exact: true }).click();
      await notice(new RegExp(`Sent .* ${coin}, in block`));
    };
    const balances = async () => {
      const answer = await fetch(`${opened.devnet.urls.gateway}/devnet/v1/accounts`);
      const { accounts } = (await answer.json()) as { accounts: { name: string; stx: { balance: string }; btc: { balance: string } }[] };
      const account = accounts.find(({ name }) => name === 'wallet_3');
      return { stx: BigInt(account?.stx.balance ?? 0), btc: BigInt(account?.btc.balance ?? 0) };
    };
    const before = await balances();
    await pay('STX', wallet_3.stx.address, '12.5');
    await pay('BTC', wallet_3.btc.address, '0.25');
    await pay('sBTC', wallet_3.stx.address, '');
    const after = await balances();
    expect(after.stx - before.stx).toBe(12_500_000n);
    expect(after.btc - before.btc).toBe(25_000_000n);
    await form.getByLabel('Amount').fill('lots');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.notice.bad').waitFor();
  });

  test('default: reads and calls a contract', { timeout }, async () => {
    await seen.go(`contract/${scene.contract}`);
    const open = async (name: string) => {
      await page.locator('summary', { hasText: name }).click();
      return page.locator('details.function', { hasText: name });
    };
    const times = await open('times');
    await times.getByLabel('who').fill(opened.devnet.accounts.wallet_1.stx.address);
    await times.getByRole('button', { name: 'Read' }).click();
    await times.getByText('u1', { exact: true }).waitFor();
    const add = await open('add');
    await add.getByLabel('step').fill('7');
    await add.getByLabel('note').fill('(some "by hand")');
    await add.getByRole('combobox').selectOption('wallet_4');
    await add.getByRole('button', { name: 'Call' }).click();
    const result = add.locator('.result');
    await result.getByText('(ok u12)').waitFor();
    await result.getByRole('link', { name: 'transaction' }).waitFor();
    expect(await opened.devnet.contract('counter').read('get-count')).toBe(12n);
    await add.getByLabel('step').fill('0');
    // An empty optional is none.
    await add.getByLabel('note').fill('');
    await add.getByRole('button', { name: 'Call' }).click();
    await result.getByText('(err u100)', { exact: true }).waitFor();
    expect(await result.locator('.reason').textContent()).toContain('u100');
    expect(await result.getByRole('link', { name: 'line 13' }).getAttribute('href')).toContain('contract/');
    await add.getByLabel('step').fill('seven');
    await add.getByRole('button', { name: 'Call' }).click();
    await result.getByText(/step: seven is not a value/).waitFor();
  });

  test('default: one click on an account card pays each coin, and the faucet takes names', { timeout }, async () => {
    await seen.go('accounts');
    const card = page.getByRole('article', { name: 'wallet_7' });
    for (const coin of ['STX', 'BTC', 'sBTC']) {
      await card.getByRole('button', { name: `Send ${coin} to wallet_7` }).click();
      await notice(new RegExp(`Sent [\\d.,]+ ${coin} to wallet_7, in block`));
    }
    await card.getByText('0.01').waitFor();
    await page.getByLabel('Address or name').fill('wallet_8');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await notice(/Sent 500 STX to wallet_8/);
  });

  test('default: the overview has what happened before the page was opened', { timeout }, async () => {
    await page.reload();
    await seen.go('');
    await page
      .locator('.events')
      .getByText(/calls deployer\.counter add/)
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Transactions' }).getByText('add').first().waitFor();
  });

  test('default: copies ids and keys', { timeout }, async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: opened.devnet.urls.gateway ?? '' });
    await seen.go('accounts');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await button('Copy STX address of wallet_2').click();
    expect(await copied()).toBe(opened.devnet.accounts.wallet_2.stx.address);
    await page.getByRole('button', { name: 'Keys and addresses of wallet_2' }).click();
    await button('Copy private key of wallet_2').click();
    expect(await copied()).toBe(opened.devnet.accounts.wallet_2.privateKey);
    await button('Copy mnemonic of wallet_2').click();
    expect(await copied()).toBe(opened.devnet.accounts.wallet_2.mnemonic);
  });

  test('default: finds any id on both chains', { timeout }, async () => {
    const { stacks, bitcoin } = await opened.devnet.status();
    const search = async (term: string) => {
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill(term);
      await page.keyboard.press('Enter');
    };
    const leadsTo = async (term: string, title: string) => {
      await seen.go('overview');
      await search(term);
      await page.locator('h1', { hasText: title }).waitFor();
    };
    await leadsTo(scene.called, 'Stacks transaction');
    await leadsTo(scene.called.slice(2), 'Stacks transaction');
    await leadsTo(scene.paid, 'Bitcoin transaction');
    await leadsTo(stacks.hash, `Stacks block ${stacks.height}`);
    await leadsTo(bitcoin.hash, `Bitcoin block ${bitcoin.height}`);
    await leadsTo(scene.contract, 'Contract deployer.counter');
    await leadsTo('deployer.counter', 'Contract deployer.counter');
    await leadsTo('counter', 'Contract deployer.counter');
    await leadsTo('boot.pox-5', 'Contract boot.pox-5');
    await leadsTo(opened.devnet.accounts.wallet_5.stx.address, 'Account wallet_5');
    await leadsTo(scene.btcAddress, 'Account wallet_1');
    await leadsTo('142', 'Search 142');
    await page.getByRole('link', { name: 'Stacks block 142' }).waitFor();
    await leadsTo('no such thing', 'Search no such thing');
    await page.getByText('Nothing on either chain').waitFor();
  });

  test('default: shows the calls of a successful transaction', { timeout }, async () => {
    await seen.go(`tx/${scene.called}`);
    await page.locator('.calls').getByText('counter.times wallet_1 → u0').first().waitFor();
    await page.locator('.calls').getByText('print {event: "added", note: (some "first"), step: u5}').waitFor();
    await page.locator('.calls').getByRole('link', { name: 'wallet_1' }).first().waitFor();
  });

  test('behavior: an inner call is at the line of its caller, and prints are in the order of execution', { timeout }, async () => {
    const { stacks, contract } = opened.devnet;
    await stacks.deploy({ name: 'callee', source: '(define-public (go) (begin (print u1) (if true (ok true) (err u1))))', as: 'deployer' });
    const caller = '(define-public (go)\n  (begin\n    (try! (contract-call? .callee go))\n    (print u2)\n    (ok true)))';
    await stacks.deploy({ name: 'caller', source: caller, as: 'deployer' });
    const { txid } = await contract('caller').call('go', [], { as: 'wallet_1' });
    await seen.go(`tx/${txid}`);
    const places = page.locator('.calls .place');
    await places.nth(1).waitFor();
    expect(await places.allInnerTexts()).toEqual([
      'deployer.caller, defined at line 1',
      'deployer.callee, called at line 3 of deployer.caller',
    ]);
    expect((await page.locator('.calls li.muted').allInnerTexts()).map((text) => text.trim())).toEqual(['print u1', 'print u2']);
    await seen.go('constructor');
    await page.getByText('This page has no view constructor.').waitFor();
  });

  test('default: works by keyboard', { timeout }, async () => {
    await seen.go('blocks');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('wallet_6');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Search wallet_6' }).waitFor();
    // The heading has the focus, so the next stop is the first link of the view.
    await page.getByRole('link', { name: 'wallet_6 on Stacks' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Account wallet_6' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Search wallet_6' }).waitFor();
  });

  test('default: the colours change on request, and stay', { timeout }, async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    const theme = page.locator('button.theme');
    await theme.click();
    await theme.click();
    expect(await theme.getAttribute('aria-label')).toBe('Colours: dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator('.connection.live').waitFor();
    expect(await background()).toBe(dark);
    expect(await page.context().cookies()).toEqual([]);
    await theme.click();
    expect(await background()).toBe(light);
  });
});

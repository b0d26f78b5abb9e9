import type { Browser, Page } from 'playwright-core';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCache } from '../cache.js';
import { documentedExamples } from '../docs/examples.js';
import { heavyContract } from '../stacks/node/heavy.js';
import { executablePath, launch, needsChromium } from './chromium.js';
import { serveBundle } from './serve-bundle.js';

/** The page of the docs, as a reader would copy it, and what its modules do. */
const documented =
  documentedExamples().find(({ language, code }) => language === 'html' && code.includes('/bundle/browser.mjs'))?.code ?? '';
const modules = documentedExamples().filter(({ language, code }) => language === 'js' && code.includes("'stacks-devnet/browser'"));
describe.skipIf(executablePath === undefined)(`a network ${needsChromium}`, () => {
  let server: Awaited<ReturnType<typeof serveBundle>>;
  let browser: Browser;
  let page: Page;
  const failures: string[] = [];

  beforeAll(async () => {
    server = await serveBundle({ '/documented': documented });
    browser = await launch();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(String(error.stack)));
    await page.goto(server.url);
    await page.waitForFunction('globalThis.devnets !== undefined');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    expect(failures).toEqual([]);
  });

  /** Runs code in the page, with a network of its own as `devnet`. */
  const run = <T = Record<string, unknown>>(code: string): Promise<T> =>
    page.evaluate<T>(`(async () => {
      const devnet = await devnets.startDevnet();
      try { ${code} } finally { await devnet.close(); }
    })()`);

  const COUNTER =
    '(define-data-var count uint u0) (define-public (add (n uint)) (ok (var-set count (+ n (var-get count))))) (define-read-only (get-count) (var-get count))';

  test('default: payments on both chains, and sBTC', async () => {
    expect(
      await run(`
        const { wallet_1: wallet } = devnet.accounts;
        const { txId, block } = await devnet.faucet.stx(wallet.stx.address);
        const { status } = await devnet.stacks.waitForTx(txId);
        const paid = await devnet.faucet.btc(wallet.btc.address);
        const { confirmations } = await devnet.bitcoin.waitForTx(paid.txId);
        await devnet.faucet.sbtc(wallet.stx.address);
        return { status, hasBlock: block.height > 1, confirmations, sbtc: String((await devnet.balance('wallet_1')).sbtc > 0n) };
      `),
    ).toEqual({ status: 'success', hasBlock: true, confirmations: 1, sbtc: 'true' });
  });

  test('default: contracts, snapshots and copies', async () => {
    expect(
      await run<unknown[]>(`
        await devnet.stacks.deploy({ name: 'counter', source: ${JSON.stringify(COUNTER)}, as: 'deployer', expect: 'ok' });
        const count = async (of) => Number(await of.contract('counter').read('get-count'));
        const add = (of) => of.contract('counter').call('add', { n: 5n }, { as: 'wallet_1', expect: 'ok' });
        await add(devnet);
        const before = await devnet.snapshot();
        await add(devnet);
        const copy = await devnet.clone();
        await add(copy);
        const counts = [await count(devnet), await count(copy)];
        await copy.close();
        await devnet.restore(before);
        return [...counts, await count(devnet)];
      `),
    ).toEqual([10, 15, 5]);
  });

  test('default: contracts that take long', async () => {
    expect(
      await run<unknown>(`
        await devnet.stacks.deploy({ name: 'heavy', source: ${JSON.stringify(heavyContract(18, 4))}, as: 'deployer', expect: 'ok' });
        const { status } = await devnet.contract('heavy').call('burn', {}, { as: 'wallet_1', expect: 'ok' });
        return status;
      `),
    ).toBe('success');
  });

  test('default: fetch answers the node, the Stacks API, Esplora, faucets and JSON-RPC', async () => {
    expect(
      await run(`
        const json = async (...args) => (await devnet.fetch(...args)).json();
        const { urls, accounts, network } = devnet;
        const post = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        const height = (await devnet.status()).bitcoin.height;
        return {
          info: (await json('/v2/info')).burn_block_height === height,
          own: (await (await network.client.fetch(network.client.baseUrl + '/v2/info')).json()).burn_block_height === height,
          api: (await json('/extended/v1/status')).status,
          esplora: (await json('/api/blocks/tip/height')) === height,
          rpc: (await json(urls.bitcoin, post({ id: 1, method: 'getblockcount', params: [] }))).result === height,
          faucet: (await json('/extended/v1/faucets/stx', post({ address: accounts.wallet_1.stx.address }))).success,
          missing: (await devnet.fetch('/nope')).status,
        };
      `),
    ).toEqual({ info: true, own: true, api: 'ready', esplora: true, rpc: true, faucet: true, missing: 404 });
  });

  test('default: bodies are checked, and the routes are described', async () => {
    expect(
      await run(`
        const headers = { 'content-type': 'application/json' };
        const post = async (path, body) => (await devnet.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
        return {
          emily: (await post('/emily/deposit', { bitcoinTxOutputIndex: -1 })).message,
          faucet: (await post('/extended/v1/faucets/stx', { address: 5 })).code,
          operation: (await post('/devnet/v1/mine', { bitcoin: 'x' })).code,
          openapi: (await (await devnet.fetch('/openapi.json')).json()).openapi,
        };
      `),
    ).toEqual({
      emily: expect.stringContaining('bitcoinTxid'),
      faucet: 'INVALID_INPUT',
      operation: 'INVALID_INPUT',
      openapi: '3.1.0',
    });
  });

  test('rate limits count the page as one client', async () => {
    expect(
      await page.evaluate(`(async () => {
        const limited = await devnets.startDevnet({ rateLimit: { requests: '3/1m', stx: '1/1m' } });
        try {
          const headers = { 'content-type': 'application/json' };
          const init = { method: 'POST', headers, body: JSON.stringify({ address: limited.accounts.wallet_1.stx.address }) };
          const paid = [await limited.fetch('/extended/v1/faucets/stx', init), await limited.fetch('/extended/v1/faucets/stx', init)];
          const answers = [...paid, await limited.fetch('/v2/info'), await limited.fetch('/v2/info')];
          return answers.map(({ status, headers }) => [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]);
        } finally { await limited.close(); }
      })()`),
    ).toEqual([
      [200, '1', '0'],
      [429, '1', '0'],
      [200, '3', '0'],
      [429, '3', '0'],
    ]);
  });

  test('default: events stream', async () => {
    expect(
      await run<string>(`
        const { body } = await devnet.fetch('/devnet/v1/events');
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        await devnet.bitcoin.mine(1);
        let text = '';
        while (!text.includes('bitcoin.block')) text += (await reader.read()).value;
        await reader.cancel();
        return /event: (.*)/.exec(text)[1];
      `),
    ).toBe('bitcoin.block');
  });

  test('default: websockets of the Stacks API', async () => {
    expect(
      await run(`
        const socket = new devnet.WebSocket('/extended/v1/ws');
        const messages = [];
        socket.onmessage = ({ data }) => messages.push(JSON.parse(data));
        await new Promise((resolve) => { socket.onopen = resolve; });
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { event: 'block' } }));
        while (messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        const { stacks } = await devnet.stacks.mine();
        while (messages.length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
        return { result: messages[0].result, method: messages[1].method, isNew: messages[1].params.height === stacks.height };
      `),
    ).toEqual({ result: {}, method: 'block', isNew: true });
  });

  test('default: a wallet in the page', async () => {
    expect(
      await run(`
        const wallet = devnets.createWallet(devnet);
        const remove = devnets.installWallet(wallet);
        const { wallet_2: to } = devnet.accounts;
        await LeatherProvider.request('getAddresses');
        const { result } = await LeatherProvider.request('stx_transferStx', { recipient: to.stx.address, amount: '5' });
        const { status } = await devnet.stacks.waitForTx(result.txid);
        const paid = await LeatherProvider.request('sendTransfer', { recipients: [{ address: to.btc.address, amount: '10000' }] });
        const { confirmations } = await devnet.bitcoin.waitForTx(paid.result.txid);
        wallet.once({ decision: 'reject' });
        const rejected = await LeatherProvider.request('stx_transferStx', { recipient: to.stx.address, amount: '5' }).catch(({ error }) => error.code);
        remove();
        await wallet.close();
        return { status, confirmations, rejected, left: 'LeatherProvider' in globalThis };
      `),
    ).toEqual({ status: 'success', confirmations: 1, rejected: 4001, left: false });
  });

  test('default: a state is kept in the browser, at the end and soon after each change', async () => {
    // Pages of one context share what they keep.
    const context = await browser.newContext();
    const own = await context.newPage();
    const open = async (code: string): Promise<unknown> => {
      await own.goto(new URL('/', page.url()).href);
      await own.waitForFunction('globalThis.devnets !== undefined');
      return own.evaluate(`(async () => {
        globalThis.devnet = await devnets.startDevnet({ state: 'kept' });
        const height = async () => (await devnet.status()).stacks.height;
        ${code}
      })()`);
    };
    const first = (await open('await devnet.stacks.mine(3); const mined = await height(); await devnet.close(); return mined;')) as number;
    expect(await open('return height();')).toBe(first);
    await own.evaluate('devnet.stacks.mine(2)');
    // Not closed: the page is left.
    const kept = () => open('const kept = await height(); await devnet.close(); return kept;');
    /** What follows the state: the beginning of a journal, then what changed. */
    const records = () =>
      own.evaluate(`(async () => {
        const opening = indexedDB.open('stacks-devnet');
        const database = await new Promise((resolve) => { opening.onsuccess = () => resolve(opening.result); });
        const range = IDBKeyRange.bound(['/kept', 0], ['/kept', 1e9]);
        const reading = database.transaction('states').objectStore('states').getAll(range);
        const pieces = await new Promise((resolve) => { reading.onsuccess = () => resolve(reading.result); });
        database.close();
        return pieces.map(({ length }) => length < 50_000);
      })()`);
    await expect.poll(records).toEqual(expect.arrayContaining([true, true]));
    const other = await context.newPage();
    await other.goto(new URL('/', page.url()).href);
    await other.waitForFunction('globalThis.devnets !== undefined');
    expect(await other.evaluate("devnets.startDevnet({ state: 'kept' }).catch(({ code, message }) => [code, message])")).toEqual([
      'BUSY',
      'The state /kept is in use by another page. Close it, or use another name.',
    ]);
    expect(await kept()).toBe(first + 2);
    await context.close();
  });

  test('default: a state goes from the page to Node, and back', async () => {
    await using node = await startDevnet({ listen: false, cache: testCache });
    const state = await run<string>(`
      await devnet.stacks.mine(4);
      const bytes = await devnet.dumpState();
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    `);
    const before = (await node.status()).stacks.height;
    await node.loadState(Buffer.from(state, 'base64'));
    expect((await node.status()).stacks.height).toBeGreaterThanOrEqual(before + 4);
    await node.stacks.mine(1);
    const { height } = (await node.status()).stacks;
    const back = Buffer.from(await node.dumpState()).toString('base64');
    const loaded = await run<number>(`
      await devnet.loadState(Uint8Array.from(atob(${JSON.stringify(back)}), (each) => each.charCodeAt(0)));
      return (await devnet.status()).stacks.height;
    `);
    expect(loaded).toBe(height);
  });

  test('default: a network in a worker', async () => {
    const found = await page.evaluate(`(async () => {
      const worker = new Worker('/worker.js', { type: 'module' });
      const next = () => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
      await next();
      worker.postMessage('const devnet = await devnets.startDevnet(); const { txId } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address); const { status } = await devnet.stacks.waitForTx(txId); await devnet.close(); return status;');
      const status = await next();
      worker.terminate();
      return status;
    })()`);
    expect(found).toBe('success');
  });

  test('default: the page of the docs', async () => {
    const own = await browser.newPage();
    await own.goto(new URL('/documented', page.url()).href);
    await own.waitForFunction("document.body.textContent.includes('micro-STX')");
    expect(await own.textContent('body')).toMatch(/^success: \d{10,} micro-STX$/);
    await own.close();
  });

  test.for(modules)('default: $file:$line', async ({ code }) => {
    const own = await browser.newPage();
    const said: string[] = [];
    own.on('console', (message) => said.push(message.text()));
    own.on('pageerror', (error) => failures.push(String(error.stack)));
    await own.goto(page.url());
    const text = code.replace('stacks-devnet/browser', '/browser.mjs');
    await own.addScriptTag({ type: 'module', content: `${text}\nglobalThis.isDone = true;` });
    await own.waitForFunction('globalThis.isDone');
    expect(said).toEqual([...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, expected]) => expected));
    await own.close();
  });

  test('error: what a page does not have', async () => {
    const code = (options: string) =>
      page.evaluate(`devnets.startDevnet(${options}).then(() => 'started', ({ code, message }) => [code, message].join(': '))`);
    expect(await code("{ engine: 'native' }")).toContain('UNSUPPORTED: listen: false');
    expect(await code("{ project: '/x/Clarinet.toml' }")).toContain('UNSUPPORTED: a browser has no ');
    expect(await code("{ fork: { url: 'http://127.0.0.1:1' } }")).toContain('UNSUPPORTED: a browser has no ');
    expect(await code("{ loadState: 'none' }")).toContain('IndexedDB has no state /none');
    expect(await code('{ ports: { gateway: 4000 } }')).toContain('INVALID_INPUT: ports.gateway');
    expect(await code("{ accounts: 'x' }")).toContain('INVALID_INPUT: accounts');
    expect(await run<string>("return devnet.fetch('https://example.org/').catch(({ code }) => code)")).toBe('INVALID_INPUT');
  });
});

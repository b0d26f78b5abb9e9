import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedExamples } from '../docs/examples.js';
import { executablePath, launch, needsChromium } from './chromium.js';

/** The page of docs/browser.md, as a reader would copy it. */
const documented = documentedExamples().find(({ file, language }) => file === 'docs/browser.md' && language === 'html')?.code ?? '';
const bundle = path.join(import.meta.dirname, '../../bundle');
/** The page, a worker that does what it is told, and the bundle as any web server has it. */
const OWN: Readonly<Record<string, [type: string, body: string]>> = {
  '/': ['text/html', '<!doctype html><script type="module">globalThis.devnets = await import("/browser.mjs");</script>'],
  '/documented': ['text/html', documented],
  '/worker.js': [
    'text/javascript',
    `import * as devnets from '/browser.mjs';
     globalThis.devnets = devnets;
     onmessage = async ({ data }) => postMessage(await eval('(async () => {' + data + '})()'));
     postMessage('ready');`,
  ],
};

describe.skipIf(executablePath === undefined)(`a network ${needsChromium}`, () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  const failures: string[] = [];

  beforeAll(async () => {
    server = createServer(({ url = '/' }, response) => {
      const own = OWN[url];
      if (own !== undefined) return void response.setHeader('content-type', own[0]).end(own[1]);
      try {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(bundle, path.basename(url))));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launch();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(String(error.stack)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction('globalThis.devnets !== undefined');
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
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

  test('error: what a page does not have', async () => {
    const code = (options: string) =>
      page.evaluate(`devnets.startDevnet(${options}).then(() => 'started', ({ code, message }) => [code, message].join(': '))`);
    expect(await code("{ engine: 'native' }")).toContain('UNSUPPORTED: listen: false');
    expect(await code("{ project: '/x/Clarinet.toml' }")).toContain('UNSUPPORTED: a browser has no ');
    expect(await code("{ fork: { url: 'http://127.0.0.1:1' } }")).toContain('UNSUPPORTED: a browser has no ');
    expect(await code("{ loadState: '/x/state' }")).toContain('UNSUPPORTED: a browser has no ');
    expect(await code('{ ports: { gateway: 4000 } }')).toContain('INVALID_INPUT: ports.gateway');
    expect(await code("{ accounts: 'x' }")).toContain('INVALID_INPUT: accounts');
    expect(await run<string>("return devnet.fetch('https://example.org/').catch(({ code }) => code)")).toBe('INVALID_INPUT');
  });
});

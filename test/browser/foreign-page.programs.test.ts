import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';
import { executablePath, launch, needsChromium } from './chromium.js';

/** A page with a form. A form writes name=value as text: the equals sign is in a string of the JSON. */
function formPage(url: string): string {
  const { searchParams } = new URL(url, 'http://x');
  const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const name = `${(searchParams.get('text') ?? '').slice(0, -1)},"id":"`;
  return `<!doctype html><title>x</title>
    <form method="post" enctype="text/plain" target="_blank" action="${quoted(searchParams.get('action') ?? '')}">
      <input name="${quoted(name)}" value="${quoted('"}')}"><button>Win</button></form>`;
}

describe.skipIf(executablePath === undefined)(`a page that somebody else wrote, ${needsChromium}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let devnet: Devnet;
  let browser: Browser;
  let server: Server;
  let port: number;
  beforeAll(async () => {
    folder = await temporaryFolder('foreign-page');
    devnet = await startDevnet({ bitcoin: { files: [folder.path] } });
    server = createServer(({ url = '' }, response) => response.setHeader('content-type', 'text/html').end(formPage(url)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    // The second name is that of the network: what a page on the internet sees after its name was pointed at this machine.
    const rules = [`MAP evil.example 127.0.0.1:${port}`, 'MAP rebound.example 127.0.0.1'].join(',');
    browser = await launch([`--host-resolver-rules=${rules}`]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await devnet?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  const bitcoinPort = () => new URL(devnet.urls.bitcoin).port;
  const state = async () => ({
    height: (await devnet.status()).bitcoin.height,
    snapshots: (await devnet.snapshots()).length,
    wallets: await (await devnet.bitcoin.client()).command('listwallets'),
    files: await readdir(folder.path),
  });

  /** Submits a form, as a page can without asking, and returns the page that answers. */
  async function submit(from: string, action: string, text: string): Promise<string> {
    const page = await browser.newPage();
    try {
      await page.goto(`${from}?${new URLSearchParams({ action, text })}`);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('button')]);
      await popup.waitForLoadState();
      const shown = (await popup.textContent('body')) ?? '';
      await popup.close();
      return shown;
    } finally {
      await page.close();
    }
  }
  const fetchFrom = (page: Page, url: string, init: { method?: string; headers?: Record<string, string>; body?: string }) =>
    page.evaluate(
      ([at, options]) =>
        fetch(at, options).then(
          ({ status }) => status,
          () => 'no answer',
        ),
      [url, init] as const,
    );

  test.each(['http://evil.example/', 'this machine'])(
    'error: a form of %s drives neither the Bitcoin RPC nor the control',
    async (origin) => {
      const from = origin === 'this machine' ? `http://127.0.0.1:${port}/` : origin;
      const before = await state();
      const bitcoin = `http://devnet:devnet@127.0.0.1:${bitcoinPort()}`;
      for (const body of ['{"method":"createwallet","params":["pwn"]}', '{"method":"stop"}']) {
        expect(await submit(from, bitcoin, body)).toContain('may not call the Bitcoin RPC');
      }
      for (const path of ['/devnet/v1/snapshots', '/1/r/generate?count=3', '/devnet/v1/clones']) {
        expect(await submit(from, `${devnet.urls.gateway}${path}`, '{}')).toContain(`may not call ${path.split('?')[0]}`);
      }
      expect(await state()).toEqual(before);
    },
  );

  test('error: a page whose name was pointed at this machine reads and writes nothing', async () => {
    const before = await state();
    const page = await browser.newPage();
    const gatewayPort = new URL(devnet.urls.gateway ?? '').port;
    for (const [at, url, init] of [
      [gatewayPort, '/devnet/v1/accounts', {}],
      [gatewayPort, '/devnet/v1/mine', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"bitcoin":1}' }],
      [
        bitcoinPort(),
        '/',
        {
          method: 'POST',
          headers: { authorization: `Basic ${btoa('devnet:devnet')}` },
          body: '{"method":"createwallet","params":["r"]}',
        },
      ],
    ] as const) {
      await page.goto(`http://rebound.example:${at}/`);
      expect(await fetchFrom(page, url, init)).toBe(403);
    }
    await page.close();
    expect(await state()).toEqual(before);
  });

  test('default: a faucet pays a page of any origin, also by a form', async () => {
    const page = await browser.newPage();
    await page.goto('http://evil.example/');
    const body = new URLSearchParams({ address: devnet.accounts['wallet_1']?.stx.address ?? '' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await fetchFrom(page, `${devnet.urls.gateway}/extended/v1/faucets/stx`, { method: 'POST', headers, body })).toBe(200);
    await page.close();
  });
});

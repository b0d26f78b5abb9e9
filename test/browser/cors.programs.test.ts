import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath, launch, needsChromium } from './chromium.js';

describe.skipIf(executablePath === undefined)(`a page on another origin, ${needsChromium}`, () => {
  let devnet: Devnet;
  let site: Server;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    devnet = await startDevnet({ rateLimit: { requests: '1000/1h', btc: '1/1h' } });
    site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>dapp</title>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await launch();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await devnet?.close();
  });

  const call = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url, options);
        const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
        return { status: response.status, body: await response.json(), limits: limits.map((name) => response.headers.get(name)) };
      },
      [`${devnet.urls.gateway}${path}`, init] as const,
    );

  test.each(['/v2/info', '/extended/v2/info'])('default: %s, with a header that needs a preflight', async (path) => {
    const answer = await call(path, { headers: { 'x-hiro-product': 'stacksjs' } });
    expect(answer).toMatchObject({ status: 200, body: { network_id: 2_147_483_648 } });
    expect(answer.limits[0]).toBe('1000');
  });

  test('default: both faucets; and a refusal can be read', async () => {
    const { wallet_1: wallet } = devnet.accounts;
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ address: wallet?.btc.address });
    const stx = await call(`/extended/v1/faucets/stx?address=${wallet?.stx.address}&wait=true`, { method: 'POST' });
    expect(stx).toMatchObject({ status: 200, body: { success: true, block: { height: expect.any(Number) } } });
    const btc = await call('/extended/v1/faucets/btc', { method: 'POST', headers: json, body });
    expect(btc).toMatchObject({ status: 200, body: { success: true } });
    const refused = await call('/extended/v3/faucets/btc', { method: 'POST', headers: json, body });
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.limits.map(Number)).toEqual([1, 0, expect.any(Number), expect.any(Number)]);
    const wrong = await call('/extended/v1/faucets/stx?address=SP000000000000000000002Q6VF78', { method: 'POST' });
    expect(wrong).toMatchObject({ status: 400, body: { success: false, field: 'address' } });
    expect(complaints.filter((text) => /CORS|Access-Control/i.test(text))).toEqual([]);
  });

  test('error: /devnet is closed to it', async () => {
    await expect(call('/devnet/v1/accounts')).rejects.toThrow(/Failed to fetch/);
  });
});

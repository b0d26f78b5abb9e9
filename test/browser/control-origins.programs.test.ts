import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath, launch, needsChromium } from './chromium.js';

/** Serves an empty page on a free port, which makes it an origin of its own. */
async function servePage(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>app</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(executablePath === undefined)(`a page on an origin of control.origins, ${needsChromium}`, () => {
  let devnet: Devnet;
  let browser: Browser;
  let app: { server: Server; origin: string };
  let other: { server: Server; origin: string };
  beforeAll(async () => {
    [app, other] = await Promise.all([servePage(), servePage()]);
    devnet = await startDevnet({ control: { origins: [app.origin] } });
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    app?.server.close();
    other?.server.close();
    await devnet?.close();
  });

  async function open(origin: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(origin);
    return page;
  }
  const call = (page: Page, path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url, options);
        const body = response.status === 204 ? {} : await response.json();
        return { status: response.status, body: body as Record<string, unknown> };
      },
      [`${devnet.urls.gateway}${path}`, init] as const,
    );

  test('default: calls /devnet/v1 with every method, and reads errors', async () => {
    const page = await open(app.origin);
    const json = { 'content-type': 'application/json' };
    expect(await call(page, '/devnet/v1/status')).toMatchObject({ status: 200, body: { ready: true } });
    expect(await call(page, '/devnet/v1/mining', { method: 'PUT', headers: json, body: '{"bitcoin":"manual"}' })).toMatchObject({
      status: 200,
    });
    expect(await call(page, '/devnet/v1/mine', { method: 'POST', headers: json, body: '{"bitcoin":1}' })).toMatchObject({ status: 200 });
    const saved = await call(page, '/devnet/v1/snapshots', { method: 'POST', headers: json, body: '{}' });
    expect(saved).toMatchObject({ status: 201 });
    expect(await call(page, `/devnet/v1/snapshots/${saved.body['id']}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await call(page, '/devnet/v1/mine', { method: 'POST', headers: json, body: '{"bitcoin":0}' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  test('default: follows events', async () => {
    const page = await open(app.origin);
    const seen = page.evaluate(
      (url) =>
        new Promise<string>((resolve, reject) => {
          const events = new EventSource(url);
          events.addEventListener('bitcoin.block', (event) => resolve(String((event as MessageEvent).data)));
          events.addEventListener('open', () =>
            fetch(url.replace('/events', '/mine'), {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{"bitcoin":1}',
            }),
          );
          events.addEventListener('error', () => reject(new Error('the stream failed')));
        }),
      `${devnet.urls.gateway}/devnet/v1/events`,
    );
    expect(JSON.parse(await seen)).toMatchObject({ type: 'bitcoin.block' });
  });

  test('error: a page on another port cannot', async () => {
    const page = await open(other.origin);
    await expect(call(page, '/devnet/v1/status')).rejects.toThrow(/Failed to fetch/);
  });
});

import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Devnet } from 'stacks-devnet';
import { attachWallet, createWallet, type Wallet, type WalletOptions } from 'stacks-devnet/wallet';
import { findChromium } from '../chromium.js';

const executablePath = findChromium();
/** A package with what pages import, which is nearly as large as all others. */
const pages = path.join(import.meta.dirname, 'pages');
/** Whether these tests can run. */
export const canRun = executablePath !== undefined && existsSync(path.join(pages, 'node_modules'));
export const needs = '(needs chromium on PATH, or CHROMIUM, and npm ci --prefix test/browser/wallet/pages)';

/** A browser, and a server of one page whose script an application bundled. */
export type WalletBrowser = AsyncDisposable & {
  origin: string;
  /** Opens the page in a context of its own, with a wallet. */
  open(devnet: Devnet, options?: WalletOptions): Promise<Opened>;
};

type Opened = { page: Page; wallet: Wallet; context: BrowserContext };

/** @param script of the page, which may import packages */
export async function openBrowser(script: string): Promise<WalletBrowser> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: pages },
    ...{ bundle: true, platform: 'browser', format: 'esm', write: false, logLevel: 'silent', define: { global: 'globalThis' } },
  });
  const text = outputFiles[0]?.text ?? '';
  const server = createServer(({ url }, response) => {
    const [type, body] =
      url === '/' ? ['text/html', '<!doctype html><script type="module" src="page.js"></script>'] : ['text/javascript', text];
    response.setHeader('content-type', type as string).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  return {
    origin,
    async open(devnet, options) {
      const wallet = createWallet(devnet, options);
      const context = await browser.newContext();
      await attachWallet(wallet, context);
      const page = await context.newPage();
      await page.goto(origin, { waitUntil: 'load' });
      return { page, wallet, context };
    },
    [Symbol.asyncDispose]: () => end(browser, server),
  };
}

async function end(browser: Browser, server: Server): Promise<void> {
  await browser.close();
  server.close();
}

/** What the page's script offers: it calls a library, and returns what that resolves with or throws. */
export async function call<T = Record<string, unknown>>(page: Page, expression: string): Promise<T> {
  return page.evaluate<T>(`(async () => {
    try { return await (${expression}); }
    catch (error) { return { thrown: { name: error?.name, message: error?.message, code: error?.code } }; }
  })()`);
}

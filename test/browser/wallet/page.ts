import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { attachWallet, createWallet, type Wallet, type WalletOptions } from 'stacks-devnet/wallet';
import { afterAll, beforeAll } from 'vitest';
import { testCache } from '../../cache.js';
import { executablePath, launch } from '../chromium.js';
import { hasPagePackages, needsPagePackages, pagePackages } from './page-packages.js';

/** Whether these tests can run. */
export const canRun = executablePath !== undefined && hasPagePackages;
export const needs = `in headless Chromium (needs chromium on PATH, or CHROMIUM, and ${needsPagePackages})`;

/** A browser, and a server of one page whose script an application bundled. */
type WalletBrowser = AsyncDisposable & {
  origin: string;
  /** Opens the page in a context of its own, with a wallet. */
  open(devnet: Devnet, options?: WalletOptions): Promise<Opened>;
};

type Opened = { page: Page; wallet: Wallet; context: BrowserContext };

/** The pages of the tests of one `describe`. */
export type WalletPages = {
  /** Opens a page with a wallet on its own copy of the network. */
  open(options?: WalletOptions): Promise<Opened & { devnet: Devnet } & AsyncDisposable>;
  browser(): WalletBrowser;
};

/**
 * Starts a network and a browser before the tests of a `describe`, and ends them after those. @param script of the page, which may import
 * packages
 */
export function useWalletPages(script: string): WalletPages {
  let network: Devnet;
  let browser: WalletBrowser;
  beforeAll(async () => {
    [network, browser] = await Promise.all([startDevnet({ cache: testCache }), openBrowser(script)]);
  }, 120_000);
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await network?.close();
  });
  return {
    browser: () => browser,
    async open(options) {
      const devnet = await network.clone();
      const opened = await browser.open(devnet, options);
      return {
        ...{ ...opened, devnet },
        [Symbol.asyncDispose]: async () => {
          await opened.context.close();
          await opened.wallet.close();
          await devnet.close();
        },
      };
    },
  };
}

async function openBrowser(script: string): Promise<WalletBrowser> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: pagePackages },
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
  const browser = await launch();
  await visitOnce(browser, origin);
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

/** What the first page of a browser takes, several seconds on a busy machine, belongs to the set-up and not to the first test. */
async function visitOnce(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin, { waitUntil: 'load' });
  await context.close();
}

async function end(browser: Browser, server: Server): Promise<void> {
  await browser.close();
  server.close();
}

/** What the page's script offers: it calls a library, and returns what that resolves with or throws, within 30 s. */
export async function call<T = Record<string, unknown>>(page: Page, expression: string): Promise<T> {
  return page.evaluate<T>(`(async () => {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no answer within 30 s')), 30_000));
    try { return await Promise.race([(${expression}), late]); }
    catch (error) { return { thrown: { name: error?.name, message: error?.message, code: error?.code } }; }
  })()`);
}

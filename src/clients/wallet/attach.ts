import { readFile } from 'node:fs/promises';
import { packageRoot } from '#platform/package-root.js';
import { once } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { readPageRequest } from './page-request.js';
import type { Wallet, WalletEvent } from './types.js';

/** What a `BrowserContext` of Playwright has. */
export type WalletContext = {
  exposeBinding(name: string, callback: (source: { frame: { url(): string } }, text: string) => Promise<string>): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  once(event: 'close', listener: () => void): unknown;
  pages(): { frames(): { evaluate(expression: string): Promise<unknown> }[] }[];
};

/** Functions of the page: it passes requests to the first, and receives events by the second. */
const NAMES = { request: '__stacksDevnetWallet', event: '__stacksDevnetWalletEvent' };

/** The script of pages, which the build makes from `page/main.ts`. */
const script = once(() => readFile(new URL('bundle/wallet-page.js', packageRoot), 'utf8'));

/**
 * Gives the wallet to all pages that a browser context of Playwright opens from now on.
 * @throws DevnetError INVALID_INPUT if the context has a wallet
 * @example
 * const context = await browser.newContext();
 * await attachWallet(wallet, context);
 * const page = await context.newPage();
 */
export async function attachWallet(wallet: Wallet, context: WalletContext): Promise<void> {
  const install = `stacksDevnetWallet.install(${JSON.stringify({ ...NAMES, wallets: wallet.wallets })})`;
  const content = `(() => {\n${await script()}\n${install};\n})();`;
  try {
    await context.exposeBinding(NAMES.request, async ({ frame }, text) => {
      return JSON.stringify(await wallet.handle(readPageRequest(text), originOf(frame.url())));
    });
  } catch (cause) {
    throw new DevnetError('INVALID_INPUT', 'context: expected a browser context without a wallet', { field: 'context', cause });
  }
  await context.addInitScript({ content });
  const stop = wallet.onEvent((event) => notify(context, event));
  context.once('close', stop);
}

function notify(context: WalletContext, event: WalletEvent): void {
  const expression = `globalThis.${NAMES.event}?.(${JSON.stringify(event)})`;
  for (const frame of context.pages().flatMap((page) => page.frames())) {
    // A frame that navigates or closes has no listeners.
    frame.evaluate(expression).catch(() => undefined);
  }
}

/** The page cannot choose it, other than in a request over HTTP. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

// The script that pages run before their own. The build makes one file of it.
import type { PageAnswer, WalletName } from '../types.js';
import { installProviders } from './provider.js';

type Global = Record<string, (value: unknown) => unknown>;

/** @param names of the function that passes requests to the wallet, as JSON, and of the one that passes events to the page */
export function install({ wallets, request, event }: { wallets: readonly WalletName[]; request: string; event: string }): void {
  const page = globalThis as unknown as Global;
  // JSON, because the parts of an extension exchange nothing else: a bigint fails here, too.
  page[event] = installProviders(
    globalThis,
    wallets,
    async (asked) => JSON.parse(String(await page[request]?.(JSON.stringify(asked)))) as PageAnswer,
  ) as Global[string];
}

import type { BrowserContext } from '@playwright/test';

/** Where front ends look for a Stacks API: the public ones, and those of local networks. */
export const STACKS_APIS: readonly string[] = [
  'http://localhost:3999',
  'http://127.0.0.1:3999',
  'http://localhost:20443',
  'http://127.0.0.1:20443',
  'https://api.testnet.hiro.so',
  'https://api.hiro.so',
  'https://api.mainnet.hiro.so',
  'https://stacks-node-api.testnet.stacks.co',
  'https://stacks-node-api.mainnet.stacks.co',
];

/** Lets pages reach a gateway at the origins of other APIs. @param gateway URL without trailing slash */
export async function redirectApis(context: BrowserContext, origins: readonly string[], gateway: string): Promise<void> {
  const known = new Set(origins.map((origin) => new URL(origin).origin));
  known.delete(new URL(gateway).origin);
  await context.route(
    ({ origin }) => known.has(origin),
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${gateway}${pathname}${search}` }) });
    },
  );
}

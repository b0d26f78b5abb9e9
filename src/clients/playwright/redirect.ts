import type { BrowserContext } from '@playwright/test';

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

import type { Browser } from 'playwright-core';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll } from 'vitest';
import { launch } from '../chromium.js';

/** Starts a network and a browser before the tests of a suite, and ends them after these. Before that, the fields are undefined. */
export function networkAndBrowser(): { readonly devnet: Devnet; readonly browser: Browser } {
  const opened = {} as { devnet: Devnet; browser: Browser };
  beforeAll(async () => {
    opened.browser = await launch();
    opened.devnet = await startDevnet();
  });
  afterAll(async () => {
    await opened.browser?.close();
    await opened.devnet?.close();
  });
  return opened;
}

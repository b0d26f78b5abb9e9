import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build.js';
import { temporaryFolder } from '../disposable-folder.js';
import { executablePath, launch, needsChromium } from './chromium.js';
import { violations } from './page/support.js';

const PAGES = ['index.html', 'comparison.html', 'containers.html', 'decisions/0018-useful-fidelity.html'];

describe.skipIf(executablePath === undefined)(`the site of the docs, ${needsChromium}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let browser: Browser;
  beforeAll(async () => {
    folder = await temporaryFolder('site');
    [browser] = await Promise.all([launch(), buildSite(folder.path)]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await folder?.[Symbol.asyncDispose]();
  });
  const addressOf = (page: string): string => pathToFileURL(path.join(folder.path, page)).href;

  test.for([
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
  ] as const)(
    '%s, %d px: no violation of accessibility, and each page fits the width',
    { timeout: 120_000 },
    async ([colorScheme, width]) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const name of PAGES) {
        await page.goto(addressOf(name));
        expect(await violations(page), name).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${name} is wider than the screen by`).toBe(0);
      }
      await page.close();
    },
  );

  test('the search finds a section, and leads to it', async () => {
    const page = await browser.newPage();
    await page.goto(addressOf('decisions/0018-useful-fidelity.html'));
    await page.getByRole('searchbox').fill('boot contracts of a real node');
    const result = page.getByRole('link', { name: 'The embedded engine and its limits: Boot contracts of a real node', exact: true });
    await result.waitFor();
    expect(await violations(page)).toEqual([]);
    await result.click();
    await page.getByRole('heading', { name: 'Boot contracts of a real node' }).waitFor();
    expect(page.url()).toBe(`${addressOf('embedded.html')}#boot-contracts-of-a-real-node`);
    await page.close();
  });

  test('the search works again after its index did not load', async () => {
    const page = await browser.newPage();
    await page.route('**/sections.js', (route) => route.abort(), { times: 2 });
    await page.goto(addressOf('index.html'));
    const search = page.getByRole('searchbox');
    await search.focus(); // loads it
    await search.fill('snapsho');
    await page.getByText('The index of the search did not load').waitFor();
    await search.fill('snapshot');
    await page.getByRole('heading', { name: /^[1-9]\d* results/ }).waitFor();
    await page.close();
  });
});

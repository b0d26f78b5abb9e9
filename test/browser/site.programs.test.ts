import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath, launch, needsChromium } from './chromium.js';
import { violations } from './page/support.js';
import { siteOfRun } from './serve-site.js';

const PAGES = ['index.html', 'comparison.html', 'engines.html', 'decisions/0018-useful-fidelity.html'];

test('every address in the site leads to a file of it', async () => {
  const { folder, pages } = await siteOfRun();
  expect(pages).toContain('embedded.html');
  const missing = pages.flatMap((page) => {
    const html = readFileSync(path.join(folder, page), 'utf8');
    const addresses = [...html.matchAll(/ (?:href|src)="([^":#]+)["#]/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(5);
    return addresses
      .filter((address) => !existsSync(path.join(folder, path.dirname(page), address)))
      .map((address) => `${page}: ${address}`);
  });
  expect(missing).toEqual([]);

  // Agents read Markdown, whose links lead to Markdown.
  const text = readFileSync(path.join(folder, 'llms.txt'), 'utf8');
  const listed = [...text.matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, address = '']) => address);
  expect(listed).toContain('code.md');
  expect(listed.filter((address) => !existsSync(path.join(folder, address)))).toEqual([]);
  expect(readFileSync(path.join(folder, 'code.md'), 'utf8')).toContain('](state.md#set-balances-tokens-nonces-and-contract-data)');
  const written = pages.filter((page) => !page.startsWith('files/') && page !== 'playground.html');
  expect(written.filter((page) => !existsSync(path.join(folder, page.replace('.html', '.md'))))).toEqual([]);
});

describe.skipIf(executablePath === undefined)(`the site of the docs, ${needsChromium}`, () => {
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    [browser, { folder }] = await Promise.all([launch(), siteOfRun()]);
  }, 120_000);
  afterAll(() => browser?.close());
  const addressOf = (page: string): string => pathToFileURL(path.join(folder, page)).href;

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
    const result = page.getByRole('link', { name: 'How faithful the embedded engine is: Boot contracts of a real node', exact: true });
    await result.waitFor();
    expect(await violations(page)).toEqual([]);
    await result.click();
    await page.getByRole('heading', { name: 'Boot contracts of a real node' }).waitFor();
    expect(page.url()).toBe(`${addressOf('embedded.html')}#boot-contracts-of-a-real-node`);
    await page.close();
  });

  test('the search works again after its index did not load', async () => {
    const page = await browser.newPage();
    await page.route('**/sections.js', (route) => route.abort());
    await page.goto(addressOf('index.html'));
    const search = page.getByRole('searchbox');
    await search.focus(); // loads it
    await search.fill('snapsho');
    await page.getByText('The index of the search did not load').waitFor();
    await page.unroute('**/sections.js');
    await search.fill('snapshot');
    await page.getByRole('heading', { name: /^[1-9]\d* results/ }).waitFor();
    await page.close();
  });
});

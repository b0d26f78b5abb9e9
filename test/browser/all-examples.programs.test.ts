import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL_LENGTH } from '../full-length.js';
import { executablePath, launch, needsChromium } from './chromium.js';
import { type ServedSite, serveSite } from './serve-site.js';

describe.skipIf(executablePath === undefined)(`all examples with a button, ${needsChromium}`, () => {
  let site: ServedSite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    site = await serveSite();
    page = await browser.newPage();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  /** Runs a program, and returns why it failed. */
  async function failureOf(fragment: string): Promise<string> {
    // Another fragment alone is no new document.
    await page.goto('about:blank');
    await page.goto(`${site.url}/run.html#/home`);
    await page.evaluate(`runProgram(${JSON.stringify(fragment)})`);
    const state = page.getByRole('status').filter({ hasText: /^(Finished|Failed)/ });
    await state.waitFor({ timeout: 120_000 });
    return (await state.textContent())?.startsWith('Finished') ? '' : ((await page.locator('.failure').textContent()) ?? '');
  }

  // At full length all, else the first one of each page.
  test('the examples of the docs run to their end', { timeout: 900_000 }, async () => {
    const pages = readdirSync(site.folder).filter((name) => name.endsWith('.html'));
    const failures: string[] = [];
    let count = 0;
    for (const name of pages) {
      const html = readFileSync(path.join(site.folder, name), 'utf8');
      const all = [...html.matchAll(/<p class="try"><a href="[^"#]+(#[^"]+)"/g)];
      for (const [, fragment = ''] of FULL_LENGTH ? all : all.slice(0, 1)) {
        const failure = await failureOf(fragment);
        if (failure !== '') failures.push(`${name} ${fragment}: ${failure}`);
        count++;
      }
    }
    expect(failures.join('\n')).toBe('');
    expect(count).toBeGreaterThan(FULL_LENGTH ? 50 : 10);
  });

  test('the programs to start with run to their end', { timeout: 900_000 }, async () => {
    await page.goto(`${site.url}/playground.html`);
    const starts = page.getByLabel('Example');
    await starts.waitFor();
    const titles = (await starts.locator('option').allTextContents()).filter((title) => title !== 'Own code');
    expect(titles.length).toBeGreaterThan(2);
    const fragments: string[] = [];
    for (const title of titles) {
      await starts.selectOption(title);
      // The address follows the editor after a pause.
      await page.waitForURL(({ hash }) => hash !== (fragments.at(-1) ?? ''));
      fragments.push(new URL(page.url()).hash);
    }
    for (const fragment of fragments) expect(await failureOf(fragment)).toBe('');
  });
});

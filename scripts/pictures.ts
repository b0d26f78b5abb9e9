import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { executablePath } from '../test/browser/chromium.js';
import { takePagePictures } from './pictures/page.js';
import { takeTerminalPictures } from './pictures/terminal.js';

// npx tsx scripts/pictures.ts: makes the pictures of the docs from real networks. Needs chromium on PATH, or CHROMIUM, and the packages of
// the tests: node scripts/install.mjs test/programs test && node scripts/install.mjs test/others .
const folder = path.resolve(import.meta.dirname, '../docs/pictures');
if (executablePath === undefined) throw new Error('no chromium on PATH, and no CHROMIUM');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars'] });
try {
  await takePagePictures(browser, folder);
  await takeTerminalPictures(browser, folder);
} finally {
  await browser.close();
}

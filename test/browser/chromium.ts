import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where a Chromium is: `CHROMIUM`, else PATH; undefined where there is none. */
export const executablePath = findBrowser('CHROMIUM', names);
export const needsChromium = 'in headless Chromium (needs chromium on PATH, or CHROMIUM)';

/** Starts Chromium. @param args of its command line, besides those that it needs in containers */
export async function launch(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  });
  // Less than testTimeout, so that a failure says what the page waited for. The default of 30 s is too short for a busy machine.
  browser.on('context', (context) => context.setDefaultTimeout(50_000));
  return browser;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from '../disposable-folder.js';
import { executablePath as chromium } from './chromium.js';
import { findBrowser } from './find-browser.js';

/** Where a Firefox is: `FIREFOX`, else PATH; undefined where there is none. */
const firefox = findBrowser('FIREFOX', ['firefox-esr', 'firefox']);

/** Browsers that nothing drives: their pages send what they find. */
export const browsers = {
  Chromium: { program: chromium, args: ['--headless', '--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info'] },
  Firefox: { program: firefox, args: ['--headless', '--no-remote'] },
} as const;

/** Opens a page in a browser with a profile of its own. */
export async function openIn(name: keyof typeof browsers, url: string): Promise<AsyncDisposable> {
  const { program, args } = browsers[name];
  if (program === undefined) throw new Error(`${name} is not on PATH`);
  const profile = await temporaryFolder('browser');
  const ofProfile = name === 'Firefox' ? ['--profile', profile.path] : [`--user-data-dir=${profile.path}`];
  const browser = spawn(program, [...args, ...ofProfile, url], { stdio: 'ignore', env: { ...process.env, HOME: profile.path } });
  return {
    async [Symbol.asyncDispose]() {
      if (browser.exitCode === null) {
        browser.kill('SIGTERM');
        await once(browser, 'exit');
      }
      await profile[Symbol.asyncDispose]();
    },
  };
}

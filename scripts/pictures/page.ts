import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startDevnet } from 'stacks-devnet';
import { playScene, type Scene } from '../../test/browser/page/scene.js';

const desktop = { width: 1200, height: 820 };
const phone = { width: 390, height: 780 };

type Picture = { name: string; hash: (scene: Scene) => string; colorScheme?: 'light' | 'dark'; viewport?: typeof desktop; open?: string };

const pictures: Picture[] = [
  { name: 'aborted-call', hash: ({ aborted }) => `tx/${aborted}`, colorScheme: 'dark' },
  { name: 'contract', hash: ({ contract }) => `contract/${contract}`, open: 'times', viewport: { width: 1200, height: 960 } },
  { name: 'accounts', hash: () => 'accounts', viewport: phone },
];

/** Makes the pictures of docs/observe.md from a network of its own. */
export async function takePagePictures(browser: Browser, folder: string): Promise<void> {
  await using devnet = await startDevnet();
  const url = devnet.urls.gateway ?? '';
  // The overview shows what happens while it is open.
  const overview = await openPage(browser, `${url}/`, {});
  const scene = await playScene(devnet);
  await overview.getByText('wallet_1 calls deployer.counter').first().waitFor();
  await overview.screenshot({ path: path.join(folder, 'overview.png'), fullPage: true, clip: { x: 0, y: 0, ...desktop, height: 1040 } });
  for (const { name, hash, open, ...options } of pictures) {
    const page = await openPage(browser, `${url}/#/${hash(scene)}`, options);
    if (open !== undefined) await page.locator('summary', { hasText: open }).click();
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }
}

async function openPage(from: Browser, url: string, { colorScheme = 'light', viewport = desktop }: Partial<Picture>) {
  const page = await from.newPage({ colorScheme, viewport });
  await page.goto(url);
  await page.locator('.connection.live').waitFor();
  await page.locator('main dl, main table').first().waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  return page;
}

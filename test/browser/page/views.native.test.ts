import { startDevnet } from 'stacks-devnet';
import { describe, expect } from 'vitest';
import { testWithNodes as test } from '../../engines/real-nodes/launch/native/real-nodes.js';
import { executablePath, launch, needsChromium } from '../chromium.js';
import { playScene, viewsOf } from './scene.js';
import { visit } from './support.js';

/** What the views show instead: nodes do not trace, and the miner's commit waits on Bitcoin. */
const different = new Map([
  ['an aborted call', 'This engine does not trace transactions'],
  ['pending transactions', 'On Bitcoin'],
]);

describe.skipIf(executablePath === undefined)(`the views of the page on real nodes, ${needsChromium}`, () => {
  test('default: each view has its data', async () => {
    await using devnet = await startDevnet({ engine: 'native' });
    const scene = await playScene(devnet);
    const browser = await launch();
    try {
      const { page, go, faults } = await visit(browser, devnet.urls.gateway ?? '');
      for (const [name, hash, text] of viewsOf(scene)) {
        await go(hash);
        await page
          .locator('main')
          .getByText(different.get(name) ?? text)
          .first()
          .waitFor();
      }
      expect(await faults()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { answersOf } from '../../network/operations/answers.js';
import { executablePath, launch, needsChromium } from '../chromium.js';
import { serveBundle } from '../serve-bundle.js';
import { contractFiles, inPages } from './files.js';

/** Every operation in a page and in a worker, with the answers that it has in Node. */
describe.skipIf(executablePath === undefined)(`the operations ${needsChromium}`, () => {
  let node: Devnet;
  let clean: string;
  let server: Awaited<ReturnType<typeof serveBundle>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await serveBundle(await contractFiles());
    node = await bootDevnet({ gateway: true, listen: false });
    clean = await node.snapshot('clean');
    browser = await launch();
    page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(`(async () => {
      globalThis.contract = await import('/contract.mjs');
      const worker = new Worker('/contract-worker.mjs', { type: 'module' });
      const next = () => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
      await next();
      globalThis.inWorker = (name) => { const answer = next(); worker.postMessage(name); return answer; };
    })()`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await node?.close();
  });

  test.each(inPages)('%s', async (name) => {
    const expected = await answersOf(node, clean, name);
    expect(await page.evaluate(`contract.answers(${JSON.stringify(name)})`)).toEqual(expected);
    expect(await page.evaluate(`inWorker(${JSON.stringify(name)})`)).toEqual(expected);
  });
});

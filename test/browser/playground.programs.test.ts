import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath, launch, needsChromium } from './chromium.js';
import { violations, WATCH_POLICY } from './page/support.js';
import { browsers, openIn } from './plain.js';
import { type ServedSite, serveSite } from './serve-site.js';

const linkTo = (language: 'js' | 'clarity', code: string): string =>
  `playground.html#${language}:${deflateRawSync(code).toString('base64url')}`;

describe.skipIf(executablePath === undefined)(`examples and the playground of the site, ${needsChromium}`, () => {
  let site: ServedSite;
  let browser: Browser;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), serveSite()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  const output = (page: Page): FrameLocator => page.frameLocator('iframe.output');

  /** Opens a page in a profile of its own, which ends with the test. It must raise no error, and keep to the policies. */
  async function visit(address: string, options: BrowserContextOptions = {}): Promise<{ page: Page } & AsyncDisposable> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await context.addInitScript({ content: WATCH_POLICY });
    await page.goto(`${site.url}/${address}`);
    return {
      page,
      async [Symbol.asyncDispose]() {
        for (const frame of page.frames()) faults.push(...(await frame.evaluate<string[]>('globalThis.policyViolations ?? []')));
        await context.close();
        expect(faults).toEqual([]);
      },
    };
  }

  const run = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Run', exact: true }).first().click();
    await output(page)
      .getByText(/^(Finished|Failed)$/)
      .waitFor();
  };
  /** Runs JavaScript, and returns what it wrote. */
  const runCode = async (page: Page, code: string): Promise<string[]> => {
    // Another fragment alone is no new document.
    await page.goto('about:blank');
    await page.goto(`${site.url}/${linkTo('js', code)}`);
    await page.locator('.cm-content').waitFor();
    await run(page);
    return output(page).locator('.console pre').allTextContents();
  };

  test('default: an example of the docs runs, and the views show what it did', async () => {
    await using visited = await visit('contracts.html');
    const { page } = visited;
    await run(page);
    const frame = output(page);
    expect(await frame.locator('.console pre').allTextContents()).toEqual(['success { ok: 5n } []', '5n 5n']);
    const receipt = frame.locator('.receipt', { hasText: 'counter (add u5)' });
    await receipt.getByText(/^runtime \d+$/).waitFor();
    const open = () => receipt.locator('summary').first().click();
    await open();
    await receipt.getByText('counter.add u5 → (ok u5)').waitFor();
    await receipt.getByText(/^runtime \d+, \d+ reads?, \d+ writes?$/).waitFor();
    for (const [name, heading] of [
      [/^0x/, /^Stacks transaction/],
      ['deployer.counter', 'Contract deployer.counter'],
      [/^\d{3}$/, /^Stacks block/],
    ] as const) {
      await receipt.getByRole('link', { name }).first().click();
      await frame.getByRole('heading', { level: 1, name: heading }).waitFor();
      await frame.getByRole('link', { name: 'Output' }).click();
      await open();
    }
  });

  test('default: a contract in Clarity is deployed, called and broken with the forms of its view', async () => {
    await using visited = await visit('playground.html');
    const { page } = visited;
    await run(page);
    const frame = output(page);
    expect(await frame.locator('.console pre').allTextContents()).toEqual(['(ok u5)', '(err u400)']);
    await frame.getByRole('link', { name: 'Call its functions' }).click();
    const add = frame.locator('.function', { hasText: 'add' });
    await add.locator('summary').click();
    await add.getByRole('textbox').fill('0');
    await add.getByRole('button', { name: 'Call' }).click();
    await add.getByText('(err u400)', { exact: true }).waitFor();
    await frame.getByRole('link', { name: 'Output' }).click();
    await frame.locator('.receipt', { hasText: 'my-contract (add u0)' }).getByText('Why it failed').waitFor();
  });

  test('default: Clarity is checked while it is typed, with the messages of the analysis at their place', async () => {
    await using visited = await visit(linkTo('clarity', '(define-public (f) (ok u1))\n'));
    const { page } = visited;
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('(define-public (g) (ok (+ 1 u1)))');
    const problem = page.getByRole('button', { name: "Line 2, column 24: expecting expression of type 'int', found 'uint'" });
    await problem.waitFor();
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('(+ 1 u1)');
    await problem.click();
    await page.keyboard.type('u1)) ;; ');
    await expect.poll(() => page.locator('#problems li').count()).toBe(0);
  });

  test('default: the address carries the code, which runs when the reader wants', async () => {
    await using visited = await visit(linkTo('js', "const text: string = 'so it is'; console.log(text);"));
    const { page } = visited;
    await page.locator('.cm-content', { hasText: "const text: string = 'so it is'" }).waitFor();
    expect(await page.getByLabel('Language').inputValue()).toBe('js');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(page.workers()).toEqual([]);
    await run(page);
    await output(page).getByText('so it is').waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// edited ');
    const carried = (): string => inflateRawSync(Buffer.from(page.url().split(':').at(-1) ?? '', 'base64url')).toString();
    await expect.poll(carried).toMatch(/^\/\/ edited const text/);
    await page.reload();
    await page.locator('.cm-content', { hasText: '// edited const text' }).waitFor();
  });

  test('error: a damaged link, an error with its line, an import that a tab does not have', async () => {
    await using visited = await visit('playground.html#js:broken');
    const { page } = visited;
    await page.getByText('The link is damaged').waitFor();
    await runCode(page, "const a = 1;\nthrow new Error('no ' + a);");
    await output(page).getByText('line 2').waitFor();
    expect(await output(page).locator('.failure').textContent()).toBe('no 1');
    await runCode(page, "import { readFile } from 'node:fs'; readFile();");
    expect(await output(page).locator('.failure').textContent()).toContain(
      "A tab does not have the module 'node:fs'. It has stacks-devnet,",
    );
    await runCode(page, "import { connectDevnet } from 'stacks-devnet'; connectDevnet();");
    expect(await output(page).locator('.failure').textContent()).toContain('connectDevnet');
    await runCode(page, 'const = 1;');
    expect(await output(page).locator('.failure').textContent()).toContain('1:7');
  });

  test('behavior: code without an end does not block the page, and stops', async () => {
    await using visited = await visit(linkTo('js', 'for (let i = 0; ; i++) console.log(i);'));
    const { page } = visited;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await output(page).locator('.console pre').nth(999).waitFor();
    await output(page).getByRole('button', { name: 'Stop' }).click();
    await output(page).getByText('Stopped').waitFor();
  });

  test('behavior: code reaches no server, and nothing that the site keeps', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    const other = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('access-control-allow-origin', '*').end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(
      await runCode(
        page,
        `console.log(typeof caches, typeof indexedDB, typeof Worker, typeof navigator.storage);
         console.log(await fetch('${url}/fetch').then(() => 'sent', () => 'refused'));
         console.log(await import('${url}/import.js').then(() => 'sent', () => 'refused'));
         console.log(await new Promise((resolve) => { const s = new WebSocket('${url.replace('http', 'ws')}'); s.onerror = () => resolve('refused'); s.onopen = () => resolve('sent'); }));`,
      ),
    ).toEqual(['undefined undefined undefined undefined', 'refused', 'refused', 'refused']);
    expect(asked).toEqual([]);
    other.close();
    await context.close();
  });

  test('behavior: a page of another origin does not reach the network', async () => {
    const page = await browser.newPage();
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><iframe></iframe>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
    const link = `${site.url}/${linkTo('js', "console.log('it ran')")}`;
    const reached = await page.evaluate<string[]>(`(async () => {
      const frame = document.querySelector('iframe');
      const load = (address) => new Promise((resolve) => { frame.onload = resolve; frame.src = address; });
      const found = [];
      for (const address of [${JSON.stringify(link)}, ${JSON.stringify(`${site.url}/run.html#/home`)}]) {
        await load(address);
        for (const name of ['runProgram', 'document', 'devnet']) {
          try { found.push(String(frame.contentWindow[name])); } catch (error) { found.push(error.name); }
        }
        for (const message of ['run', { path: '/v2/info', init: {} }, { type: 'run' }, 'tab']) frame.contentWindow.postMessage(message, '*', [new MessageChannel().port2]);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return found;
    })()`);
    expect(reached).toEqual(Array(6).fill('SecurityError'));
    expect(page.workers()).toEqual([]);
    await page.close();
    other.close();
  });

  test('behavior: works without a connection after the first load, and keeps nothing of old versions', async () => {
    const context = await browser.newContext();
    let page = await context.newPage();
    await page.goto(`${site.url}/playground.html`);
    const caches = (): Promise<[string, number][]> =>
      page.evaluate(
        'caches.keys().then((names) => Promise.all(names.map(async (name) => [name, (await (await caches.open(name)).keys()).length])))',
      );
    const files = /tab-[^"]+"/g;
    const fresh = await (await fetch(`${site.url}/service-worker.js`)).text();
    await expect.poll(async () => (await caches())[0]?.[1] ?? 0).toBeGreaterThan([...fresh.matchAll(files)].length);
    const [[old = ''] = []] = await caches();
    await context.setOffline(true);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByLabel('Example').selectOption('Peg in and out of sBTC');
    await run(page);
    await output(page).getByText('paid by Bitcoin transaction').waitFor();
    await context.setOffline(false);

    // A new version, as its files would be: with another folder.
    const version = /([0-9a-f]{12})$/.exec(old)?.[1] ?? '';
    const newer = version.replace(/./g, '0');
    site.replaced.set('service-worker.js', fresh.replaceAll(`"${version}"`, `"${newer}"`));
    try {
      await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');
      await expect.poll(async () => (await caches()).length).toBe(2);
      // It begins when no page of the old one is open.
      const reopen = async (): Promise<string[]> => {
        await page.close();
        page = await context.newPage();
        await page.goto(`${site.url}/playground.html`);
        return (await caches()).map(([name]) => name);
      };
      await expect.poll(reopen, { interval: 500 }).toEqual([old.replace(version, newer)]);
      await context.setOffline(true);
      await page.reload();
      await run(page);
    } finally {
      site.replaced.clear();
      await context.close();
    }
  });

  test('behavior: the keyboard is enough', async () => {
    await using visited = await visit('playground.html');
    const { page } = visited;
    const focused = (): Promise<string> => page.evaluate('document.activeElement.id || document.activeElement.textContent');
    await page.getByLabel('Example').focus();
    const order: string[] = [];
    for (let i = 0; i < 5; i++) {
      order.push(await focused());
      await page.keyboard.press('Tab');
    }
    expect(order).toEqual(['start', 'language', 'run', 'copy', 'editor']);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('editor');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('(print (+ 20 22))');
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('42').waitFor();
    await page.keyboard.press('Tab');
    // Out of the editor, and into the output.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
    await page.keyboard.press('Tab');
    expect(await output(page).locator(':focus').textContent()).not.toBe('');
  });

  test.for([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('%s, %d px: no violation of accessibility, and all fits the width', async ([colorScheme, width]) => {
    const options = { colorScheme, viewport: { width, height: 844 } };
    await using broken = await visit(linkTo('clarity', ';; a comment\n(define-public (f) (ok (+ 1 u1)))'), options);
    await broken.page.locator('#problems li').waitFor();
    await run(broken.page);
    await using called = await visit('contracts.html', options);
    await run(called.page);
    // Receipts come one by one.
    await output(called.page).locator('.receipt', { hasText: 'counter (add u5)' }).locator('summary').first().click();
    await output(called.page).getByText('counter.add u5 → (ok u5)').waitFor();
    for (const { page } of [broken, called]) {
      for (const frame of page.frames()) {
        expect(await violations(frame), frame.url()).toEqual([]);
        expect(
          await frame.evaluate('document.documentElement.scrollWidth - innerWidth'),
          `${frame.url()} is too wide by`,
        ).toBeLessThanOrEqual(0);
      }
    }
  });
});

/** Runs a program in a frame, as pages of the site do, and sends what it wrote. */
const inFrame = (fragment: string): string => `<!doctype html><body><script type="module">
  const frame = document.createElement('iframe');
  frame.src = '/run.html#/home';
  frame.onload = () => frame.contentWindow.runProgram(${JSON.stringify(fragment)});
  document.body.append(frame);
  const find = (selector) => frame.contentDocument?.querySelector(selector)?.textContent ?? '';
  while (!/^(Finished|Failed)/.test(find('.state')) || find('.receipt') === '') await new Promise((resolve) => setTimeout(resolve, 100));
  await fetch('/', { method: 'POST', body: JSON.stringify([find('.failure'), find('.console'), find('.receipt summary')]) });
</script>`;

test.skipIf(browsers.Firefox.program === undefined)(
  'examples run in headless Firefox (needs firefox-esr on PATH, or FIREFOX)',
  async () => {
    let found: unknown;
    await using site = await serveSite((body) => {
      found = body;
    });
    site.replaced.set('frame.html', inFrame(new URL(linkTo('clarity', '(print (+ u20 u22))'), site.url).hash));
    await using _browser = await openIn('Firefox', `${site.url}/frame.html`);
    await expect.poll(() => found).toEqual(['', 'u42', expect.stringMatching(/^deploy my-contract success runtime \d/)]);
  },
);

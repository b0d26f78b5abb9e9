import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { executablePath } from '../browser/chromium.js';
import { ask, confirmAll, type Queue, type Sender, signCalls } from './load.js';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

const HISTORY = 50_000;
const LOADS = 5;
const VISITS = 10;
/** Transactions per second while the memory of the page is measured. */
const RATE = 100;
const MINUTES = Number(process.env['PAGE_MINUTES'] ?? 1);
const ACCOUNTS = ['--accounts-mnemonic', `${'test '.repeat(11)}junk`, '--accounts-count', '51'];

/** Measures the page in Chromium on a long chain: the time to the data of each view, and its memory while the network is busy. */
export async function pageFigures(home: string): Promise<Figure[]> {
  if (executablePath === undefined) throw new Error('the page needs chromium on PATH, or CHROMIUM');
  await using devnet = await startProgram([...program, '--json', ...ACCOUNTS], path.join(home, 'page'));
  const { gateway } = (JSON.parse(devnet.readyLine) as { urls: { gateway: string } }).urls;
  const { accounts } = (await (await fetch(`${gateway}/devnet/v1/accounts`)).json()) as { accounts: [Sender, ...Sender[]] };
  const [deployer, ...senders] = accounts;
  const [deploy = [], ...calls] = await signCalls(deployer, senders, HISTORY + RATE * 60 * MINUTES, 0);
  const first = HISTORY / senders.length;
  await confirmAll(gateway, [deploy]);
  await confirmAll(
    gateway,
    calls.map((queue) => queue.slice(0, first)),
  );
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info'],
  });
  try {
    const txid = calls[0]?.at(first - 1)?.txid ?? '';
    return [
      await measure('the page: opened in a new browser → data of the overview', '', LOADS, () => load(browser, gateway, false)),
      await measure('the page: opened again → data of the overview', '≤ 100', LOADS, () => load(browser, gateway, true)),
      ...(await views(browser, gateway, { txid, contract: `${deployer.stx.address}.token`, address: senders[0]?.stx.address ?? '' })),
      ...(await memory(
        browser,
        gateway,
        calls.map((queue) => queue.slice(first)),
      )),
    ];
  } finally {
    await browser.close();
  }
}

/** Notes when the first blocks are there, in ms since the navigation. */
const NOTE_DATA = `
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('main tbody tr').length < 10) return;
    globalThis.dataMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/**
 * Opens the page in a browser without a cache. @param again whether to measure a second time that has the cache @returns the time to the
 * first blocks, in ms
 */
async function load(browser: Browser, gateway: string, again: boolean): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript({ content: NOTE_DATA });
  await page.goto(`${gateway}/`);
  await page.locator('main tbody tr').nth(10).waitFor();
  if (again) await page.reload();
  await page.locator('main tbody tr').nth(10).waitFor();
  const time = await page.evaluate<number>('dataMs');
  await context.close();
  return time;
}

/** Goes to each view several times. The browser itself measures, so that its debugger does not count. */
async function views(browser: Browser, gateway: string, { txid, contract, address }: Record<'txid' | 'contract' | 'address', string>) {
  const latest = (await (await fetch(`${gateway}/extended/v2/blocks/latest`)).json()) as { height: number; burn_block_height: number };
  const targets = {
    overview: ['overview', 'tbody tr'],
    'Stacks blocks': ['blocks', 'tbody tr'],
    'a block': [`block/${latest.height}`, 'tbody tr'],
    'a Bitcoin block': [`burn-block/${latest.burn_block_height}`, '.facts'],
    transactions: ['transactions', 'tbody tr'],
    'a transaction with its events': [`tx/${txid}`, '.list li'],
    'an address and its history': [`address/${address}`, '.table[aria-label=Transactions] tbody tr'],
    'a contract, its source and its history': [`contract/${contract}`, '.table[aria-label=Transactions] tbody tr'],
    contracts: ['contracts', 'tbody tr'],
    accounts: ['accounts', '.card'],
  } as const;
  const page = await browser.newPage();
  await page.goto(`${gateway}/#/nothing`);
  await page.locator('.connection.live').waitFor();
  const figures: Figure[] = [];
  for (const [name, [hash, ready]] of Object.entries(targets)) {
    figures.push(
      await measure(`the page after ${HISTORY} transactions: ${name}`, '≤ 100', VISITS, async () => {
        const time = await goTo(page, hash, ready);
        await goTo(page, 'nothing', 'h1');
        return time;
      }),
    );
  }
  await page.close();
  return figures;
}

/** @param ready a selector inside of `main` @returns the time from the click to the data, in ms */
function goTo(page: Page, hash: string, ready: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no ' + ${JSON.stringify(ready)} + ' at ' + location.hash)), 10_000);
    const started = performance.now();
    const check = () => {
      if (document.querySelector('main ' + ${JSON.stringify(ready)}) === null) return;
      if (document.querySelector('main [aria-busy=true]') !== null) return;
      observer.disconnect();
      resolve(performance.now() - started);
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    location.hash = ${JSON.stringify(`#/${hash}`)};
  })`);
}

/** Watches the overview while calls of a contract come at a constant rate. */
async function memory(browser: Browser, gateway: string, queues: readonly Queue[]): Promise<Figure[]> {
  const page = await browser.newPage();
  await page.goto(`${gateway}/`);
  await page.locator('.connection.live').waitFor();
  const session = await page.context().newCDPSession(page);
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/octet-stream' };
  const started = performance.now();
  const samples: { heap: number; nodes: number }[] = [];
  const sampling = (async () => {
    // The first seconds fill what the page keeps.
    const end = started + MINUTES * 60_000;
    for (let next = started + 20_000; next < end; next += 20_000) {
      await setTimeout(next - performance.now());
      samples.push(await sample(session));
    }
  })();
  let sent = 0;
  await Promise.all(
    queues.map(async (queue, number) => {
      for (const [index, { bytes }] of queue.entries()) {
        const wait = started + ((index * queues.length + number) * 1000) / RATE - performance.now();
        if (wait > 0) await setTimeout(wait);
        const { status, text } = await ask(agent, `${gateway}/v2/transactions`, { method: 'POST', headers }, bytes);
        if (status !== 200) throw new Error(`POST /v2/transactions: ${status} ${text}`);
        sent++;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await sampling;
  agent.destroy();
  await page.close();
  const [before = { heap: 0, nodes: 0 }] = samples;
  const after = samples.at(-1) ?? before;
  const under = `the page at ${RATE} transactions/s`;
  return [
    await measure(`${under}: reached`, '', 1, async () => sent / seconds, 'tx/s'),
    await measure(`${under}: heap after 20 s`, '', 1, async () => before.heap, 'MiB'),
    await measure(`${under}: heap after ${MINUTES} min`, '', 1, async () => after.heap, 'MiB'),
    await measure(`${under}: nodes of the document after ${MINUTES} min`, '', 1, async () => after.nodes, ''),
  ];
}

/** The heap after a collection in MiB, and the nodes that are alive. */
async function sample(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize / 2 ** 20, nodes };
}

import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCache } from '../cache.js';
import { heavyContract } from '../stacks/node/heavy.js';
import { launch } from './chromium.js';
import { browsers, openIn } from './plain.js';
import { serveBundle } from './serve-bundle.js';

/**
 * `work` reads and writes all kinds of data after what takes long. `look` asks something new after each of many long steps. `forever` would
 * take minutes.
 */
const SOURCE = `
  (define-data-var count uint u0)
  (define-map seen principal uint)
  (define-fungible-token gold)
  (define-non-fungible-token art uint)
  ${heavyContract(15, 5)}
  ${heavyContract(18, 4).replaceAll('step-', 'shorter-').replace('burn', 'burn-less')}
  (define-public (work)
    (begin
      (is-ok (burn))
      (var-set count (+ u1 (var-get count)))
      (map-set seen tx-sender (+ (var-get count) (default-to u10 (map-get? seen tx-sender))))
      (try! (ft-mint? gold u5 tx-sender))
      (try! (nft-mint? art (var-get count) tx-sender))
      (try! (stx-transfer? u7 tx-sender 'ST000000000000000000002AMW42H))
      (print (map-get? seen tx-sender))
      (ok (ft-get-balance gold tx-sender))))
  (define-private (look-at (height uint)) (begin (is-ok (burn-less)) (is-some (get-stacks-block-info? id-header-hash height))))
  (define-public (look) (ok (map look-at (list ${Array.from({ length: 30 }, (_, at) => `u${at + 1}`).join(' ')}))))
  (define-private (burn-more (step bool)) (is-ok (burn)))
  (define-public (forever) (ok (map burn-more (list ${'true '.repeat(300)}))))`;

/** What a network says of executions, the same in Node and in a page, which gets the text of this function. */
async function receiptsOf(devnet: Pick<Devnet, 'stacks' | 'contract'>, source: string): Promise<object[]> {
  await devnet.stacks.deploy({ name: 'heavy', source, as: 'deployer', expect: 'ok' });
  const receipts: object[] = [];
  for (const fn of ['work', 'work', 'look']) {
    const { status, result, cost, events } = await devnet.contract('heavy').call(fn, {}, { as: 'wallet_1', timeoutMs: 100_000 });
    receipts.push({ status, result, cost, events });
  }
  return receipts;
}

type Sent = { name: string; found: unknown };

/** Counts the turns that the page has from the first message of a worker to its last one: in that time, the worker executes. */
const WATCHED = `
  let turns = 0, first, last, workers = 0;
  const turn = () => { turns++; setTimeout(turn, 0); };
  turn();
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      workers++;
      this.addEventListener('message', () => { first ??= turns; last = turns; });
    }
  };`;

/** @param policy of the page's content @param code gives what is found, with a network as `devnet` */
const page = (name: string, policy: string, code: string) => `<!doctype html>
  <meta http-equiv="content-security-policy" content="${policy}">
  <script type="module">
    ${WATCHED}
    const send = (found) => fetch('/', { method: 'POST', body: JSON.stringify({ name: '${name}', found }, (_, value) => typeof value === 'bigint' ? value + 'n' : value) });
    const receiptsOf = ${receiptsOf};
    const source = ${JSON.stringify(SOURCE)};
    try {
      const { startDevnet } = await import('/browser.mjs');
      const devnet = await startDevnet();
      ${code}
    } catch (error) {
      await send(String(error) + error.stack);
    }
  </script>`;

/** What drives Chromium also removes its temporary files. */
async function open(name: keyof typeof browsers, url: string): Promise<AsyncDisposable> {
  if (name === 'Firefox') return openIn(name, url);
  const browser = await launch();
  await (await browser.newPage()).goto(url, { waitUntil: 'commit' });
  return { [Symbol.asyncDispose]: () => browser.close() };
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? `${field}n` : field)));

describe.each(Object.keys(browsers) as (keyof typeof browsers)[])('%s', (name) => {
  describe.skipIf(browsers[name].program === undefined)('executions that take long in a page (needs the browser on PATH)', () => {
    let server: Awaited<ReturnType<typeof serveBundle>>;
    let expected: unknown;
    const sent = new Map<string, unknown>();

    const pages: Readonly<Record<string, string>> = {
      worker: page('worker', '', 'await send({ receipts: await receiptsOf(devnet, source), workers, turns: last - first });'),
      forbidden: page('forbidden', "worker-src 'none'", 'await send(await receiptsOf(devnet, source));'),
      closed: page(
        'closed',
        '',
        `await devnet.stacks.deploy({ name: 'heavy', source, as: 'deployer', expect: 'ok' });
         const call = devnet.contract('heavy').call('forever', {}, { as: 'wallet_1', timeoutMs: 100_000 }).then(() => 'done', ({ code }) => code);
         while (first === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
         await devnet.close();
         await send(await call);`,
      ),
    };

    beforeAll(async () => {
      const files = Object.fromEntries(Object.entries(pages).map(([file, html]) => [`/${file}`, html]));
      server = await serveBundle(files, (body) => {
        const { name: page, found } = body as Sent;
        sent.set(page, found);
      });
      await using node = await startDevnet({ listen: false, cache: testCache });
      expected = plain(await receiptsOf(node, SOURCE));
    }, 60_000);
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
    });

    async function visit(file: string): Promise<unknown> {
      await using _browser = await open(name, new URL(`/${file}`, server.url).href);
      await expect.poll(() => sent.has(file), { timeout: 170_000, interval: 100 }).toBe(true);
      return sent.get(file);
    }

    test('a worker executes them, while the page goes on: its receipts are those of Node', { timeout: 180_000 }, async () => {
      const found = (await visit('worker')) as { receipts: unknown; workers: number; turns: number };
      expect(found).toMatchObject({ receipts: expected, workers: 1 });
      expect(found.turns).toBeGreaterThan(50);
    });

    test('where workers are forbidden, the page executes them', { timeout: 180_000 }, async () => {
      expect(await visit('forbidden')).toEqual(expected);
    });

    test('close() ends what a worker executes', { timeout: 180_000 }, async () => {
      expect(await visit('closed')).toBe('NOT_READY');
    });
  });
});

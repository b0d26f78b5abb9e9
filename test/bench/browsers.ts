import { EventEmitter, once } from 'node:events';
import { startDevnet } from 'stacks-devnet';
import { browsers, openIn } from '../browser/plain.js';
import { serveBundle } from '../browser/serve-bundle.js';
import { type Figure, measure } from './measure.js';

const ROUNDS = 10;
const PAYMENTS = 20;
const MANY = 1_000;

/** What a page sends: times in ms since it was asked for, memory in bytes where the browser says it. */
type Sent = { kind: 'empty' | 'first' | 'ready' | 'payment' | 'many'; value: number };

/** Measures a network in the pages of each browser that is there: until it is ready, a payment, memory. */
export async function browserFigures(): Promise<Figure[]> {
  const names = (Object.keys(browsers) as (keyof typeof browsers)[]).filter((name) => browsers[name].program !== undefined);
  const figures: Figure[] = [await nodePayment()];
  for (const name of names) {
    const sent = await visit(name);
    for (const [kind, text, unit] of [
      ['empty', 'an empty page', 'ms'],
      ['first', 'a page until its network is ready, the first one of a browser', 'ms'],
      ['ready', 'a page until its network is ready, later ones', 'ms'],
      ['payment', 'a payment until it is confirmed', 'ms'],
      ['many', `heap after ${MANY} payments`, 'MiB'],
    ] as const) {
      const values = sent.filter((each) => each.kind === kind).map(({ value }) => value);
      if (values.length > 0) figures.push(await measure(`${name}: ${text}`, '', values.length, async (run) => values[run], unit));
    }
  }
  return figures;
}

/** The same payment in Node. */
async function nodePayment(): Promise<Figure> {
  await using devnet = await startDevnet({ listen: false });
  const pay = async (): Promise<void> => {
    const { txId } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
    await devnet.stacks.waitForTx(txId);
  };
  await pay();
  return await measure('Node: a payment until it is confirmed', '', PAYMENTS, pay);
}

/** Opens the pages by turns: each goes on to the next one. */
async function visit(name: keyof typeof browsers): Promise<Sent[]> {
  const sent: Sent[] = [];
  const events = new EventEmitter();
  const done = once(events, 'done');
  const files: Record<string, string> = {};
  for (let round = 0; round < ROUNDS; round++) {
    files[`/empty/${round}`] = page(`send('empty', performance.now());`, `/ready/${round}`);
    const next = round === ROUNDS - 1 ? '/many' : `/empty/${round + 1}`;
    files[`/ready/${round}`] = page(`const devnet = await network(); send('${round === 0 ? 'first' : 'ready'}', performance.now());`, next);
  }
  files['/many'] = page(
    `const devnet = await network();
     const pay = async () => {
       const { txId } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
       await devnet.stacks.waitForTx(txId);
     };
     await pay();
     for (let count = 0; count < ${PAYMENTS}; count++) {
       const before = performance.now();
       await pay();
       send('payment', performance.now() - before);
     }
     for (let count = 0; count < ${MANY}; count++) await pay();
     if (performance.memory) send('many', performance.memory.usedJSHeapSize / 2 ** 20);
     await fetch('/', { method: 'POST', body: '"done"' });`,
    undefined,
  );
  await using server = await serveBundle(files, (body) => {
    if (body === 'done') events.emit('done');
    else if (typeof body === 'string') events.emit('error', new Error(body));
    else sent.push(body as Sent);
  });
  await using _browser = await openIn(name, new URL('/empty/0', server.url).href);
  await done;
  return sent;
}

/** A page that runs a script when it is loaded, and then goes on. */
function page(script: string, next: string | undefined): string {
  return `<!doctype html><script type="module">
    const posts = [];
    const post = (body) => posts.push(fetch('/', { method: 'POST', body: JSON.stringify(body) }));
    const send = (kind, value) => post({ kind, value });
    const network = async () => (await import('/browser.mjs')).startDevnet();
    try { ${script} } catch (error) { post(String(error.stack)); }
    await Promise.all(posts);
    ${next === undefined ? '' : `location.href = '${next}';`}
  </script>`;
}

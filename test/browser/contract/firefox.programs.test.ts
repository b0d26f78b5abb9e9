import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { answersOf } from '../../network/operations/answers.js';
import { browsers, openIn } from '../plain.js';
import { serveBundle } from '../serve-bundle.js';
import { contractFiles, inPages } from './files.js';

type Answer = { name: string; page: unknown; worker: unknown };

describe.skipIf(browsers.Firefox.program === undefined)(
  'the operations in headless Firefox (needs firefox-esr on PATH, or FIREFOX)',
  () => {
    const answers = new Map<string, Answer>();
    let node: Devnet;
    let clean: string;
    let server: Awaited<ReturnType<typeof serveBundle>>;
    let browser: AsyncDisposable;
    let failure: unknown;

    beforeAll(async () => {
      const files = { ...(await contractFiles()), '/contract': page };
      server = await serveBundle(files, (body) => {
        if (typeof body === 'string') failure = body;
        else answers.set((body as Answer).name, body as Answer);
      });
      node = await bootDevnet({ gateway: true, listen: false });
      clean = await node.snapshot('clean');
      browser = await openIn('Firefox', new URL('/contract', server.url).href);
    });
    afterAll(async () => {
      await browser?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
      await node?.close();
    });

    test.each(inPages)('%s', { timeout: 60_000 }, async (name) => {
      const expected = await answersOf(node, clean, name);
      await expect.poll(() => failure ?? answers.get(name), { timeout: 50_000 }).toBeDefined();
      expect(failure ?? answers.get(name)).toEqual({ name, page: expected, worker: expected });
    });
  },
);

/** Asks each operation in the page and in a worker, and sends what they answer. */
const page = `<!doctype html><script type="module">
  const send = (body) => fetch('/', { method: 'POST', body: JSON.stringify(body) });
  try {
    const { answers } = await import('/contract.mjs');
    const worker = new Worker('/contract-worker.mjs', { type: 'module' });
    const next = () => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
    await next();
    for (const name of ${JSON.stringify(inPages)}) {
      const inWorker = next();
      worker.postMessage(name);
      const page = await answers(name).catch((error) => String(error) + error.stack);
      await send({ name, page, worker: await inWorker });
    }
  } catch (error) {
    await send(String(error) + (error.stack ?? error.message));
  }
</script>`;

import * as btc from '@scure/btc-signer';
import type { Devnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { makeTx, rawTx, txidOf } from '../../bitcoin/node/transactions.js';
import { executablePath, needsChromium } from '../chromium.js';
import { networkAndBrowser } from './network-and-browser.js';
import { violations, visit } from './support.js';

const REGTEST = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const html = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="alert(3)"><script>alert(4)</script>' +
  '<image href="http://127.0.0.1:1/x"/></svg>';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

type Part = string | number | Uint8Array;

/** An envelope. Tags are 1 for the type, 7 for the metaprotocol, 9 for the encoding. */
function envelope(fields: [tag: number, value: string][], body?: string | Uint8Array): Part[] {
  const pushes = fields.flatMap(([tag, value]) => [Uint8Array.of(tag), Buffer.from(value)]);
  return [0, 'IF', Buffer.from('ord'), ...pushes, ...(body === undefined ? [] : [0, Buffer.from(body as string)]), 'ENDIF'];
}

/** Reveals envelopes with a script that needs no signature. @returns the txid */
async function reveal(devnet: Devnet, parts: Part[][], outputs: Uint8Array[] = []): Promise<string> {
  const script = btc.Script.encode([1, ...parts.flat()] as Parameters<typeof btc.Script.encode>[0]);
  const committed = btc.p2tr(undefined, { script }, REGTEST, true);
  const [leaf] = committed.tapLeafScript ?? [];
  if (leaf === undefined || committed.address === undefined) throw new RangeError('no leaf');
  const bitcoin = await devnet.bitcoin.client();
  const { txId } = await devnet.faucet.btc(committed.address, { amount: 100_000n });
  const { vout } = (await bitcoin.command('getrawtransaction', txId, true)) as {
    vout: { scriptPubKey: { address: string } }[];
  };
  const index = vout.findIndex(({ scriptPubKey }) => scriptPubKey.address === committed.address);
  const options = {
    inputs: [{ txid: txId, index, witness: [script, btc.TaprootControlBlock.encode(leaf[0])] }],
    outputs: [{ value: 50_000n }, ...outputs.map((scriptPubKey) => ({ value: 0n, scriptPubKey }))],
  };
  await bitcoin.command('sendrawtransaction', rawTx(options));
  return txidOf(makeTx(options));
}

describe.skipIf(executablePath === undefined)(`ordinals on the page, ${needsChromium}`, () => {
  const opened = networkAndBrowser();

  test('default: a text inscription', async () => {
    const txid = await reveal(opened.devnet, [
      envelope(
        [
          [1, 'text/plain;charset=utf-8'],
          [7, 'brc-20'],
        ],
        'hello ordinals',
      ),
    ]);
    const { page, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '', `tx/${txid}`);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Inscription', exact: true }) });
    expect(await section.locator('dt').allTextContents()).toEqual(['Id', 'Content type', 'Metaprotocol', 'Length', 'Content']);
    const values = await section.locator('dd').allTextContents();
    expect(values.slice(1)).toEqual(['text/plain;charset=utf-8', 'brc-20', '14 bytes', 'hello ordinals']);
    expect(values[0]).toContain(`${txid}i0`);
    expect(await violations(page)).toEqual([]);
    expect(await faults()).toEqual([]);
    await page.close();
  });

  test('behavior: images are shown, other contents are text or not shown; nothing of them runs', async () => {
    const txid = await reveal(opened.devnet, [
      envelope([[1, 'image/png']], png),
      envelope([[1, 'image/svg+xml']], svg),
      envelope([[1, 'text/html']], html),
      envelope([[1, `application/x-"><b>${html}`]], html),
      envelope(
        [
          [1, 'text/plain'],
          [9, 'br'],
        ],
        'packed',
      ),
      envelope([[1, 'video/mp4']]),
    ]);
    const { page, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '', `tx/${txid}`);
    const contents = page.locator('.facts > div', { has: page.getByText('Content', { exact: true }) }).locator('dd');
    expect(await contents.allTextContents()).toEqual(['', '', html, 'not shown', 'encoded']);
    expect(await page.getByRole('heading', { name: 'Inscription 6 of 6' }).count()).toBe(1);
    expect(await page.getByText('no body').count()).toBe(1);
    const sizes =
      'Array.from(document.querySelectorAll(".inscription"), ({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])';
    await expect
      .poll(() => page.evaluate(sizes))
      .toEqual([
        [1, 1],
        [40, 20],
      ]);
    expect(await page.locator('main b, main script, img:not([src^="data:"])').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await faults()).toEqual([]);
    await page.close();
  });

  test('behavior: a runestone', async () => {
    // An etching of AB with terms, a mint, and an edict.
    const message = [2, 3, 4, 27, 3, 1, 1, 2, 5, 0x24, 6, 0xe8, 7, 10, 5, 8, 9, 12, 100, 20, 7, 20, 1, 22, 0, 0, 0, 0, 100, 2];
    const txid = await reveal(opened.devnet, [], [Uint8Array.from([0x6a, 0x5d, message.length, ...message])]);
    const { page, faults } = await visit(opened.browser, opened.devnet.urls.gateway ?? '', `tx/${txid}`);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Runestone' }) }).first();
    const [names, values] = [await section.locator('dt').allTextContents(), await section.locator('dd').allTextContents()];
    expect(names.map((name, at) => [name, values[at]])).toEqual([
      ['Etches', 'A•B'],
      ['Symbol', '$'],
      ['Divisibility', '2'],
      ['Premine', '1,000'],
      ['Terms', '9 of 5 each, from block 100'],
      ['Mints', '7:1'],
      ['Pointer', 'runes without an edict go to output 0'],
    ]);
    expect(await section.locator('td').allTextContents()).toEqual(['etched here', 'all', '100']);
    expect(await violations(page)).toEqual([]);
    expect(await faults()).toEqual([]);
    await page.close();
  });
});

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error a script of the build has no types
import { makePackage } from '../../scripts/packages.mjs';
import { temporaryFolder } from '../disposable-folder.js';
import { executablePath, launch, needsChromium } from './chromium.js';

/** The script of a page that somebody else wrote: it deploys, calls and traces, goes back, and reads a boot contract. */
const SCRIPT = `
  import { Cl } from '@stacks/transactions';
  import { createClarityVm, formatValue } from 'stacks-devnet/clarity';
  import { bootContracts } from 'stacks-devnet/clarity/boot-contracts';

  const alice = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
  const contract = alice + '.vault';
  const vm = createClarityVm({ balances: { [alice]: 1000n }, contracts: bootContracts() });
  const deploy = vm.deploy({ contract, source: \`(define-map seen principal (buff 32))
    (define-public (save (amount uint))
      (begin
        (try! (stx-transfer? amount tx-sender current-contract))
        (map-set seen tx-sender (sha256 amount))
        (ok (keccak256 amount))))\` });
  const wrong = vm.analyse({ contract: alice + '.wrong', source: '(define-public (f) 1)' });
  const before = vm.state;
  const call = vm.call({ contract, fn: 'save', args: [Cl.uint(7)], sender: alice, trace: true });
  const after = vm.getAccount(alice).balance;
  vm.state = before;
  globalThis.seen = {
    deploy: deploy.status,
    wrong: wrong.diagnostics.map(({ message }) => message),
    call: [call.status, formatValue(call.result), call.cost.writeCount],
    trace: [call.call.function, call.call.args, call.call.events.map(({ type }) => type)],
    balances: [after, vm.getAccount(alice).balance].map(String),
    pox: formatValue(vm.read({ contract: 'ST000000000000000000002AMW42H.pox-4', fn: 'get-pox-info' }).result),
  };
`;

describe.skipIf(executablePath === undefined)(`stacks-devnet/clarity ${needsChromium}`, () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    // As applications bundle: for browsers, without shims. A module of Node fails the build.
    const { outputFiles } = await build({
      stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      logLevel: 'silent',
    });
    const script = outputFiles[0]?.text;
    server = createServer(({ url }, response) => {
      const [type, body] =
        url === '/' ? ['text/html', '<!doctype html><script type="module" src="page.js"></script>'] : ['text/javascript', script];
      response.setHeader('content-type', type as string).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('default: a page deploys, calls, traces and goes back', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'load' });
    const seen = await page.evaluate<Record<string, unknown> | undefined>('globalThis.seen');
    expect(faults).toEqual([]);
    expect(seen).toEqual({
      deploy: 'success',
      wrong: ["public functions must return an expression of type 'response', found 'int'"],
      call: ['success', '(ok 0x7eb0ce237251c3c771ea2c83393d33cd607c3348063dc6ebcd244fa12e604ccc)', 2],
      trace: ['save', ['u7'], ['stx-transfer?']],
      balances: ['993', '1000'],
      pox: expect.stringContaining('(reward-cycle-length u20)'),
    });
  });

  test('docs: the page of the README of stacks-devnet-clarity needs no bundler', async () => {
    await using folder = await temporaryFolder('devnet-clarity-page');
    const made: string = await makePackage('clarity', folder.path, false);
    const [, html = ''] = /```html\n(.*?)```/s.exec(readFileSync(path.join(made, 'README.md'), 'utf8')) ?? [];
    const files = createServer(({ url = '' }, response) => {
      const script = /^\/node_modules\/stacks-devnet-clarity\/([\w-]+\.mjs)$/.exec(url)?.[1];
      if (script === undefined) response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${html}`);
      else response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(made, script)));
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`, { waitUntil: 'load' });
      expect(await page.evaluate('document.body.textContent')).toBe('3');
    } finally {
      files.close();
      files.closeAllConnections();
    }
  });
});

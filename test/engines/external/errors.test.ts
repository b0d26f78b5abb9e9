import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { freePorts } from '../../free-ports.js';
import { fakeNodes } from './fake-nodes.js';
import { startInner } from './inner.js';

const REGTEST = { bitcoin: 'regtest', networkId: 0x80000000, parentNetworkId: 0xdab5bffa };
/** No program listens on this reserved port. */
const UNREACHABLE = 'http://127.0.0.1:1';

const start = (external: { bitcoinRpc?: string; stacksRpc?: string }) => startDevnet({ engine: 'external', gateway: false, external });

test.each([
  ['external.bitcoinRpc', { stacksRpc: UNREACHABLE }],
  ['external.stacksRpc', { bitcoinRpc: UNREACHABLE }],
])('error: without %s', async (field, external) => {
  await expect(start(external)).rejects.toMatchObject({ code: 'INVALID_INPUT', field, hint: expect.stringContaining(`Set ${field}`) });
});

test.each([
  ['no URL', 'localhost:18443'],
  ['another protocol', 'ftp://127.0.0.1'],
])('error: %s, which is not repeated, since a password may be in it', async (_name, bitcoinRpc) => {
  const error = await start({ bitcoinRpc, stacksRpc: UNREACHABLE }).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'external.bitcoinRpc' });
  expect(JSON.stringify(error) + String(error)).not.toContain(bitcoinRpc);
});

test('error: a node that does not answer, with its setting', async () => {
  await using nodes = await fakeNodes(REGTEST);
  await expect(start({ bitcoinRpc: 'http://user:hidden@127.0.0.1:1', stacksRpc: nodes.urls.stacks })).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: 'external.bitcoinRpc: no Bitcoin node answers at http://127.0.0.1:1 (ECONNREFUSED)',
  });
  await expect(start({ bitcoinRpc: nodes.urls.bitcoin, stacksRpc: UNREACHABLE })).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: `external.stacksRpc: no Stacks node answers at ${UNREACHABLE} (ECONNREFUSED)`,
  });
});

test('error: a password that the Bitcoin node rejects is not repeated', async () => {
  await using nodes = await fakeNodes(REGTEST);
  const bitcoinRpc = nodes.urls.bitcoin.replace('secret', 'mistaken');
  const error = await start({ bitcoinRpc, stacksRpc: nodes.urls.stacks }).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'external.bitcoinRpc' });
  expect(JSON.stringify(error) + String(error)).not.toContain('mistaken');
});

test('error: another program at the URL', async () => {
  await using nodes = await fakeNodes(REGTEST);
  await expect(start({ bitcoinRpc: nodes.urls.bitcoin, stacksRpc: nodes.urls.bitcoin.replace('user:secret@', '') })).rejects.toMatchObject({
    code: 'RPC',
    field: 'external.stacksRpc',
  });
});

test('behavior: a warning if the nodes are on different networks', async () => {
  await using nodes = await fakeNodes({ ...REGTEST, methods: { getblockhash: '33'.repeat(32) } });
  const warnings: string[] = [];
  const external = { bitcoinRpc: nodes.urls.bitcoin, stacksRpc: nodes.urls.stacks };
  await using _devnet = await startDevnet({ engine: 'external', gateway: false, external, onWarning: (text) => warnings.push(text) });
  expect(warnings).toEqual([expect.stringContaining('follows another Bitcoin chain')]);
});

test('behavior: requests fail with 503 while the nodes are down, and work again afterwards', async () => {
  const [bitcoin, stacks] = await freePorts(2);
  const ports = ['--ports-gateway', '0', '--ports-bitcoin', `${bitcoin}`, '--ports-stacks', `${stacks}`];
  const first = await startInner(ports);
  const external = { bitcoinRpc: first.urls.bitcoin, stacksRpc: first.urls.stacks };
  await using devnet = await startDevnet({
    engine: 'external',
    external,
    faucet: { stx: { keys: ['07ff8e7e8ddf8910eb030cf001b21338d0d29a86ebdd4c380f9d1313bdfb7b69'] } },
  });
  const eventsOf = (type: string) =>
    new Promise<void>((resolve) => {
      const end = devnet.subscribe((event) => {
        if (event.type !== type) return;
        end();
        resolve();
      });
    });
  const stalled = eventsOf('stall');
  await first[Symbol.asyncDispose]();
  await stalled;
  const get = (path: string, init?: RequestInit) => fetch(`${devnet.urls.gateway}${path}`, init);
  const pay = () => get('/extended/v1/faucets/stx?address=ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5&wait=true', { method: 'POST' });
  expect((await get('/ready')).status).toBe(503);
  expect((await get('/v2/info')).status).toBe(503);
  expect((await pay()).status).toBe(503);
  await using _second = await startInner(ports);
  await devnet.mine({ bitcoin: 1 });
  expect((await get('/ready')).status).toBe(200);
  const paid = await pay();
  expect([paid.status, await paid.json()]).toMatchObject([200, { success: true, block: { height: expect.any(Number) } }]);
});

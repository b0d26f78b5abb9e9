import { setImmediate } from 'node:timers/promises';
import { broadcastTransaction, Cl, fetchCallReadOnlyFunction, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet, type Devnet, startDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testCache } from '../../../cache.js';
import { balanceOf, bootDevnet } from '../../../devnet.js';

const counter = `(define-data-var count uint u0)
(define-public (add (step uint)) (ok (var-set count (+ (var-get count) step))))
(define-read-only (get-count) (var-get count))`;

const start = () => startDevnet({ cache: testCache });
/** How many ports this process listens on. */
async function listening(): Promise<number> {
  // Handles close at the end of a turn of the event loop.
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
}

/** Sends 7 micro-STX with stacks.js. */
async function send(devnet: Devnet): Promise<string> {
  const { network, accounts } = devnet;
  const transfer = { recipient: accounts.wallet_2.stx.address, amount: 7n, senderKey: accounts.wallet_1.privateKey, network };
  const sent = await broadcastTransaction({ transaction: await makeSTXTokenTransfer(transfer), network });
  if ('error' in sent) throw new Error(sent.reason);
  return sent.txid;
}

test('faults concern stacks.js on a copy of a network without gateway, too', async () => {
  await using devnet = await bootDevnet();
  await using copy = await devnet.clone({ ports: false });
  const lost = await copy.chaos.drop();
  const txid = await send(copy);
  await copy.stacks.mine();
  expect(await copy.stacks.receipt(txid)).toBeUndefined();
  expect(await copy.chaos.active()).toEqual([]);
  await lost.stop();
  await using _faults = await copy.chaos.rpcFaults({ errorRate: 1, statuses: ['disconnect'], path: '/v2/info' });
  await expect(copy.network.client.fetch?.(`${copy.urls.stacks}/v2/info`)).rejects.toThrow(/fetch failed/);
});

test('behavior: of a network without gateway, a copy is reached from this process only, also by stacks.js', async () => {
  await using devnet = await bootDevnet();
  await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  /** How many ports this process listens on. */
  async function listening(): Promise<number> {
    // Handles close at the end of a turn of the event loop.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  }
  const before = await listening();
  await using copy = await devnet.clone({ ports: false });
  expect(await listening()).toBe(before);
  expect(copy.urls).toEqual({ gateway: undefined, stacks: 'http://stacks.invalid', bitcoin: 'http://bitcoin.invalid' });

  const { wallet_1, wallet_2 } = copy.accounts;
  const { network } = copy;
  const recipient = wallet_2?.stx.address ?? '';
  const senderKey = wallet_1?.privateKey ?? '';
  const { stx } = await balanceOf(copy, 'wallet_2');
  const transaction = await makeSTXTokenTransfer({ recipient, amount: 7n, senderKey, network });
  const { txid } = await broadcastTransaction({ transaction, network });
  expect(await copy.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
  expect(await balanceOf(copy, 'wallet_2')).toMatchObject({ stx: stx + 7n });
  const [contractAddress, contractName] = `${copy.accounts['deployer']?.stx.address}.counter`.split('.') as [string, string];
  const read = { contractAddress, contractName, functionName: 'get-count', functionArgs: [], senderAddress: recipient, network };
  expect(await fetchCallReadOnlyFunction(read)).toEqual(Cl.uint(0));

  await copy.contract('counter').call('add', [10n], { as: 'wallet_1' });
  await copy.faucet.btc(wallet_2?.btc.address ?? '');
  await copy.chaos.reorg({ blocks: 1 });
  await copy.mine({ bitcoin: 2 });
  expect(await copy.contract('counter').read('get-count')).toBe(10n);
  expect(await devnet.contract('counter').read('get-count')).toBe(0n);
  await using second = await copy.clone();
  expect((await fetch(`${second.urls.stacks}/v2/info`)).status).toBe(200);
});

test('behavior: bitcoin-core needs a port, which opens for it', async () => {
  await using devnet = await bootDevnet();
  await using copy = await devnet.clone({ ports: false });
  const before = await listening();
  const { bitcoin } = await copy.mine({ bitcoin: 1 });
  expect(await (await copy.bitcoin.client()).command('getblockcount')).toBe(bitcoin.height);
  await copy.bitcoin.client();
  expect(await listening()).toBe(before + 1);
  expect(copy.urls.bitcoin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await copy.close();
  expect(await listening()).toBe(before);
});

test('behavior: with a gateway that has no port, the Stacks API and stacks.js speak to it in process', async () => {
  await using devnet = await bootDevnet();
  const before = await listening();
  await using copy = await devnet.clone({ ports: false, gateway: true });
  expect(copy.urls.gateway).toBe('http://gateway.invalid');
  const txid = await send(copy);
  await copy.stacks.waitForTx(txid);
  const read = (id: string) => copy.api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: id } } });
  expect((await read(`0x${txid}`)).data).toMatchObject({ tx_status: 'success', tx_id: `0x${txid}` });
  // Without 0x it is a redirect.
  expect((await read(txid)).data).toMatchObject({ tx_id: `0x${txid}` });
  expect((await copy.api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: '0x00' } } })).response.status).toBeGreaterThanOrEqual(
    400,
  );
  expect(await listening()).toBe(before);
});

describe("below the path of the network's gateway", () => {
  test('default: HTTP clients reach the copy, and what they do stays in it', async () => {
    await using devnet = await start();
    const before = await listening();
    await using copy = await devnet.clone({ ports: false });
    const { gateway = '' } = copy.urls;
    expect(gateway).toBe(`${devnet.urls.gateway}/devnet/v1/clones/c1`);
    expect(copy.urls.stacks).toBe(gateway);
    await using connected = await connectDevnet(gateway);
    const { stx } = await balanceOf(copy, 'wallet_2');
    const txid = await send(connected);
    expect(await connected.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
    expect((await balanceOf(copy, 'wallet_2')).stx).toBe(stx + 7n);
    expect((await balanceOf(devnet, 'wallet_2')).stx).toBe(stx);
    expect(await listening()).toBe(before);
    expect(await (await connected.bitcoin.client()).command('getblockcount')).toBe((await copy.status()).bitcoin.height);
  });

  test('behavior: redirects and places stay below the path, also of copies of copies', async () => {
    await using devnet = await start();
    await using copy = await devnet.clone({ ports: false });
    await using second = await copy.clone({ ports: false });
    expect(second.urls.gateway).toBe(`${copy.urls.gateway}/devnet/v1/clones/c1`);
    for (const { urls } of [copy, second]) {
      const { pathname } = new URL(urls.gateway ?? '');
      const moved = await fetch(`${urls.gateway}/extended/v1/status`, { redirect: 'manual' });
      expect(moved.headers.get('location')).toBe(`${pathname}/extended`);
      const snapshot = await fetch(`${urls.gateway}/devnet/v1/snapshots`, { method: 'POST' });
      expect(snapshot.headers.get('location')).toMatch(`${pathname}/devnet/v1/snapshots/`);
    }
    await second.stacks.mine();
    const height = async ({ urls }: Devnet) => {
      const info = (await (await fetch(`${urls.gateway}/v2/info`)).json()) as { stacks_tip_height: number };
      return info.stacks_tip_height;
    };
    expect((await height(second)) - (await height(copy))).toBe(1);
  });

  test('behavior: events and websockets', async () => {
    await using devnet = await start();
    await using copy = await devnet.clone({ ports: false });
    await using connected = await connectDevnet(copy.urls.gateway);
    const types: string[] = [];
    connected.subscribe(({ type }) => types.push(type));
    await connected.stacks.mine();
    await expect.poll(() => types).toContain('stacks.block');
    const socket = new WebSocket(`${copy.urls.gateway?.replace('http', 'ws')}/extended/v1/ws`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { event: 'block' } }));
    const block = new Promise<string>((resolve) => {
      socket.on('message', (data) => String(data).includes('"block"') && String(data).includes('height') && resolve(String(data)));
    });
    await new Promise((resolve) => socket.once('message', resolve));
    await copy.stacks.mine();
    expect(JSON.parse(await block)).toMatchObject({ params: { height: (await copy.status()).stacks.height } });
    socket.close();
  });

  test('behavior: a copy that is closed is gone, and one outlives its network in this process', async () => {
    const devnet = await start();
    const closed = await devnet.clone({ ports: false });
    await using copy = await devnet.clone({ ports: false });
    await closed.close();
    const answer = await fetch(`${closed.urls.gateway}/v2/info`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'no copy answers below the id "c1"', field: 'id' });
    await devnet.close();
    const txid = await send(copy);
    expect(await copy.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
    expect((await copy.api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: txid } } })).data).toMatchObject({
      tx_status: 'success',
    });
  });

  test('behavior: the control of a copy has its own key', async () => {
    await using devnet = await start();
    await using copy = await devnet.clone({ ports: false, controlKey: 'secret' });
    const status = (headers: Record<string, string>) => fetch(`${copy.urls.gateway}/devnet/v1/status`, { headers });
    expect((await status({})).status).toBe(403);
    expect((await status({ authorization: 'Bearer secret' })).status).toBe(200);
    expect((await fetch(`${copy.urls.gateway}/v2/info`)).status).toBe(200);
  });
});

test('behavior: a connection makes copies without ports', async () => {
  await using devnet = await start();
  await using connected = await connectDevnet(devnet.urls.gateway);
  const before = await listening();
  const copy = await connected.clone({ ports: false });
  expect(await listening()).toBe(before);
  expect(copy.accounts).toEqual(connected.accounts);
  expect(copy.urls.gateway).toBe(`${devnet.urls.gateway}/devnet/v1/clones/c1`);
  await copy.stacks.mine(2);
  expect((await copy.status()).stacks.height).toBe((await devnet.status()).stacks.height + 2);
  await copy.close();
  await expect(copy.status()).rejects.toMatchObject({ code: 'NOT_READY' });
  expect(await (await fetch(`${devnet.urls.gateway}/devnet/v1/clones`)).json()).toEqual({ clones: [] });
});

test('error: over HTTP, a port that is no boolean', async () => {
  await using devnet = await start();
  const ask = (body: object) =>
    fetch(`${devnet.urls.gateway}/devnet/v1/clones`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await (await ask({ ports: 0 })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'ports', received: '0' });
  expect((await ask({ port: true })).status).toBe(400);
});

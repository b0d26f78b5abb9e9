import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../cache.js';

let devnet: Devnet;
const before = servers();
beforeAll(async () => {
  devnet = await startDevnet({ listen: false, cache: testCache });
});
afterAll(() => devnet?.close());

function servers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
}

const json = async (...args: Parameters<typeof fetch>) => (await devnet.fetch(...args)).json() as Promise<Record<string, unknown>>;

describe('a network that does not listen', () => {
  test('default: fetch answers each URL of the network, and paths of its gateway', async () => {
    const { gateway, stacks, bitcoin } = devnet.urls;
    expect(servers()).toBe(before);
    expect(await json('/v2/info')).toMatchObject({ network_id: 2147483648 });
    expect(await json(`${stacks}/v2/info`)).toEqual(await json(new URL('/v2/info', gateway)));
    expect(await json('/ready')).toMatchObject({ ready: true });
    expect(await json('/extended/v1/status')).toMatchObject({ status: 'ready' });
    expect(await json('/api/blocks/tip/height')).toBe((await devnet.status()).bitcoin.height);
    const call = { method: 'POST', body: JSON.stringify({ id: 1, method: 'getblockcount', params: [] }) };
    expect(await json(bitcoin, call)).toEqual({ id: 1, error: null, result: (await devnet.status()).bitcoin.height });
    expect((await devnet.fetch(bitcoin)).status).toBe(405);
    expect((await devnet.fetch('/nope')).status).toBe(404);
    expect((await devnet.fetch('/v2/info')).url).toBe(`${gateway}/v2/info`);
  });

  test('default: stacks.js, the API and faucets work unmodified', async () => {
    const { wallet_1: from, wallet_2: to } = devnet.accounts;
    const { network } = devnet;
    const transaction = await makeSTXTokenTransfer({ recipient: to.stx.address, amount: 5n, senderKey: from.privateKey, network });
    const { txid } = await broadcastTransaction({ transaction, network });
    expect(await devnet.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
    const { data } = await devnet.api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: `0x${txid}` } } });
    expect(data).toMatchObject({ tx_status: 'success' });
    const faucet = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ address: to.btc.address }) };
    expect(await json('/extended/v1/faucets/btc', faucet)).toMatchObject({ success: true });
  });

  test('behavior: events stream', async () => {
    const { status, body } = await devnet.fetch('/devnet/v1/events');
    expect(status).toBe(200);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await devnet.bitcoin.mine(1);
    let text = '';
    while (!text.includes('bitcoin.block')) text += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
  });

  test('behavior: what is aborted already is not sent', async () => {
    const before = await json('/v2/accounts/ST000000000000000000002AMW42H');
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"address":"ST000000000000000000002AMW42H"}' };
    const sent = devnet.fetch('/extended/v1/faucets/stx?wait=true', { ...init, signal: AbortSignal.abort(new Error('enough')) });
    await expect(sent).rejects.toThrow('enough');
    await devnet.stacks.mine(1);
    expect(await json('/v2/accounts/ST000000000000000000002AMW42H')).toEqual(before);
  });

  test('behavior: an aborted wait rejects with the reason', async () => {
    const stop = new AbortController();
    const waiting = devnet.fetch(`/devnet/v1/tx/${'ab'.repeat(32)}/wait?timeoutMs=60000`, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
  });

  test('default: copies do not listen either, unless asked', async () => {
    await using copy = await devnet.clone();
    expect(servers()).toBe(before);
    expect((await copy.fetch('/v2/info')).status).toBe(200);
    await using listening = await devnet.clone({ ports: true });
    expect(servers()).toBeGreaterThan(before);
    expect((await fetch(`${listening.urls.stacks}/v2/info`)).status).toBe(200);
  });

  test('error: another server', async () => {
    await expect(devnet.fetch('https://example.org/')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'url' });
    await expect(devnet.fetch('http://gateway.invalid.example.org/')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

test('default: fetch of a network that listens is that of its URLs', async () => {
  await using listening = await startDevnet({ cache: testCache });
  expect(await (await listening.fetch('/v2/info')).json()).toEqual(await (await fetch(`${listening.urls.stacks}/v2/info`)).json());
});

test.each([
  [{ listen: 'no' as never }, 'INVALID_INPUT', 'listen: expected true or false'],
  [{ listen: false, ports: { gateway: 4_000 } }, 'INVALID_INPUT', 'ports.gateway: expected no port, because of listen: false'],
  [{ listen: false, dap: 4_000 }, 'INVALID_INPUT', 'dap: expected no port'],
  [{ listen: false, engine: 'native' }, 'UNSUPPORTED', 'listen: false: the nodes of the native engine are in other processes'],
] as const)('error: %j', async (options, code, text) => {
  const starting = startDevnet({ ...options, cache: testCache });
  await expect(starting).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
});

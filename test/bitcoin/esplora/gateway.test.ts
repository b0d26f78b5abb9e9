import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
});
afterAll(() => devnet.close());

type Message = Record<string, unknown>;

/** A client of the websocket, whose messages are kept. */
async function connect(...requests: object[]) {
  const socket = new WebSocket(`${devnet.urls.gateway?.replace('http', 'ws')}/api/v1/ws`);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  for (const request of requests) socket.send(JSON.stringify(request));
  // The index reads the chain before it answers, and is in step from then on.
  socket.send('{"action":"ping"}');
  await expect.poll(() => messages).toContainEqual({ pong: true });
  await fetch(`${devnet.urls.gateway}/api/blocks/tip/height`);
  return { messages, send: (request: object) => socket.send(JSON.stringify(request)), [Symbol.dispose]: () => socket.terminate() };
}

describe("mempool.space's websocket", () => {
  test('default: blocks, and the transactions of addresses from the mempool to a block', async () => {
    await devnet.setMining({ bitcoin: 'manual' });
    const { address } = account(devnet, 'wallet_4').btc;
    using client = await connect(
      { action: 'want', data: ['blocks', 'stats'] },
      { 'track-address': address },
      { 'track-addresses': [address, 'nobody'] },
    );
    await expect
      .poll(() => client.messages)
      .toContainEqual(expect.objectContaining({ blocks: expect.any(Array), mempoolInfo: expect.any(Object) }));
    const { txId } = await devnet.faucet.btc(address, { wait: false });
    const entry = expect.objectContaining({ txid: txId });
    await expect.poll(() => client.messages).toContainEqual({ 'address-transactions': [entry] });
    const mined = await devnet.bitcoin.mine();
    await expect.poll(() => client.messages).toContainEqual({ 'block-transactions': [entry] });
    await expect.poll(() => client.messages).toContainEqual({ block: expect.objectContaining({ id: mined.bitcoin.hashes[0] }) });
    expect(client.messages).toContainEqual({
      'multi-address-transactions': { [address]: { mempool: [entry], confirmed: [], removed: [] } },
    });
    expect(client.messages).toContainEqual({
      'multi-address-transactions': { [address]: { mempool: [], confirmed: [entry], removed: [] } },
    });
    await devnet.setMining({ bitcoin: 'auto' });
  });

  test('default: a transaction until it is in a block, also when it is there already', async () => {
    await devnet.setMining({ bitcoin: 'manual' });
    const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_5').btc.address, { wait: false });
    using client = await connect({ 'track-tx': txId });
    await devnet.bitcoin.mine();
    await expect.poll(() => client.messages).toContainEqual({ txConfirmed: txId });
    using late = await connect({ 'track-txs': [txId] });
    await expect.poll(() => late.messages).toContainEqual({ txConfirmed: txId });
    await devnet.setMining({ bitcoin: 'auto' });
  });

  test('behavior: what is not understood is ignored', async () => {
    using client = await connect({ ping: 'keep-alive' }, { 'track-address': 5 }, { action: 'want', data: 'x' }, [1], { 'track-tx': 'x' });
    expect(client.messages).toEqual([{ pong: true }]);
  });
});

describe('faucets of other tools', () => {
  test('default: nigiri', async () => {
    const { address } = account(devnet, 'wallet_6').btc;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ address, amount: 0.25 }) };
    const { txId } = (await (await fetch(`${devnet.urls.gateway}/faucet`, init)).json()) as { txId: string };
    const tx = (await (await fetch(`${devnet.urls.gateway}/api/tx/${txId}`)).json()) as { vout: object[]; status: object };
    expect(tx.vout).toContainEqual(expect.objectContaining({ scriptpubkey_address: address, value: 25_000_000 }));
    expect(tx.status).toMatchObject({ confirmed: true });
  });

  test('error: pages of other origins may not', async () => {
    const init = { method: 'POST', headers: { origin: 'http://elsewhere.example', 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${devnet.urls.gateway}/faucet`, init)).status).toBe(403);
    expect((await fetch(`${devnet.urls.gateway}/1/r/generate`, { ...init, body: '' })).status).toBe(403);
  });

  test.each([
    ['http://elsewhere.example', 403, 'FORBIDDEN'],
    [undefined, 404, 'NOT_FOUND'],
  ])('error: a websocket below /1, from %s', async (origin, status, code) => {
    const socket = new WebSocket(`${devnet.urls.gateway?.replace('http', 'ws')}/1/ws`, { ...(origin !== undefined && { origin }) });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(status);
    expect(await json(response)).toMatchObject({ code });
  });
});

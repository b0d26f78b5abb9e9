import { StacksApiWebSocketClient } from '@stacks/blockchain-api-client';
import { connectDevnet, type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCache } from '../../cache.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ listen: false, cache: testCache });
});
afterAll(() => devnet?.close());

/** Resolves with the next event of a kind. */
const next = <T extends Event = Event>(socket: WebSocket, kind: string): Promise<T> =>
  new Promise((resolve) => socket.addEventListener(kind as 'open', (event) => resolve(event as unknown as T), { once: true }));

describe('websockets in the process of the network', () => {
  test('default: the client of the Stacks API follows transactions, without a port', async () => {
    const socket = new devnet.WebSocket('/extended/v1/ws');
    expect(socket.readyState).toBe(socket.CONNECTING);
    expect(socket.url).toBe(`${devnet.urls.gateway?.replace('http', 'ws')}/extended/v1/ws`);
    await next(socket, 'open');
    const client = new StacksApiWebSocketClient(socket as unknown as ConstructorParameters<typeof StacksApiWebSocketClient>[0]);
    const { address } = devnet.accounts.wallet_1.stx;
    const updates: string[] = [];
    const subscription = await client.subscribeAddressTransactions(address, ({ tx_status }) => updates.push(tx_status));
    const { txId } = await devnet.faucet.stx(address);
    await devnet.stacks.waitForTx(txId);
    await expect.poll(() => updates).toContain('success');
    await subscription.unsubscribe();
    const closed = next<Event>(socket, 'close');
    socket.close();
    expect(await closed).toMatchObject({ code: 1005, wasClean: true });
    expect(socket.readyState).toBe(socket.CLOSED);
  });

  test('default: mempool.space', async () => {
    const socket = new devnet.WebSocket(new URL('/api/v1/ws', devnet.urls.gateway));
    const messages: string[] = [];
    socket.onmessage = ({ data }) => messages.push(String(data));
    await new Promise<void>((resolve) => {
      socket.onopen = () => resolve();
    });
    socket.send('{"action":"ping"}');
    expect(messages).toEqual([]);
    await expect.poll(() => messages).toEqual(['{"pong":true}']);
    socket.send(Buffer.from('{"action":"want","data":["blocks"]}'));
    await expect.poll(() => messages.length).toBe(2);
    await devnet.bitcoin.mine(1);
    await expect.poll(() => messages.at(-1)).toContain('"block"');
    socket.close();
  });

  test('behavior: what is sent before it is open throws, after it is closed is lost', async () => {
    const socket = new devnet.WebSocket('/extended/v1/ws');
    expect(() => socket.send('{}')).toThrow(/not open yet/);
    const closed = next(socket, 'close');
    socket.close();
    await closed;
    socket.send('{}');
    expect(socket.readyState).toBe(socket.CLOSED);
  });

  test('behavior: the network ends them', async () => {
    const copy = await devnet.clone();
    const socket = new copy.WebSocket('/extended/v1/ws');
    await next(socket, 'open');
    const closed = next<Event>(socket, 'close');
    await copy.close();
    expect(await closed).toMatchObject({ code: 1006, wasClean: false });
  });

  test('error: other paths and URLs', async () => {
    const socket = new devnet.WebSocket('/socket.io');
    const [error] = await Promise.all([next(socket, 'error'), next(socket, 'close')]);
    expect(error).toMatchObject({ error: { code: 'INVALID_INPUT' }, message: expect.stringContaining('Socket.IO') });
    expect(() => new devnet.WebSocket('wss://example.org/')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    expect(() => new devnet.WebSocket('//example.org/')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  test('behavior: a network that listens has the same, and who is connected has the class of the runtime', async () => {
    await using listening = await startDevnet({ cache: testCache });
    const socket = new listening.WebSocket('/extended/v1/ws');
    await next(socket, 'open');
    socket.close();
    await using connected = await connectDevnet(listening.urls.gateway ?? '');
    if (globalThis.WebSocket === undefined) {
      expect(() => new connected.WebSocket('/extended/v1/ws')).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
      return;
    }
    const other = new connected.WebSocket('/extended/v1/ws');
    await next(other, 'open');
    other.send('{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"event":"block"}}');
    expect((await next<MessageEvent>(other, 'message')).data).toContain('"result"');
    other.close();
  });
});

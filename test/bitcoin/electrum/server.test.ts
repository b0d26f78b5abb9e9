import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startElectrumServer } from '#dist/bitcoin/electrum/server.js';
import type { BitcoinIndex } from '#dist/bitcoin/esplora/follow-node.js';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';
import { reorganise } from '../../sbtc/bridge/exchange.js';
import { connectElectrum } from './connection.js';
import { scriptHashOf } from './script-hash.js';

let devnet: Devnet;
let url: string;
beforeAll(async () => {
  devnet = await bootDevnet({ electrum: true, mining: { bitcoin: 'manual' } });
  url = devnet.urls.electrum ?? '';
});
afterAll(() => devnet?.close());

test('default: headers and script hashes are told through blocks, a reorganisation and a restore', async () => {
  using client = await connectElectrum(url);
  const { address } = account(devnet, 'wallet_3').btc;
  const hash = scriptHashOf(address);
  const before = await client.ask('blockchain.scripthash.subscribe', hash);
  const { height } = (await client.ask('blockchain.headers.subscribe')) as { height: number };
  const heights = () => client.others.flatMap(({ method, params }) => (method === 'blockchain.headers.subscribe' ? params : []));
  const statuses = () =>
    client.others.filter(({ method }) => method === 'blockchain.scripthash.subscribe').map(({ params }) => params?.[1]);
  // Asked by another client: whoever asks is not told what the answer says.
  using other = await connectElectrum(url);
  const now = () => other.ask('blockchain.scripthash.subscribe', hash);
  const id = await devnet.snapshot();

  await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
  await expect.poll(statuses).toEqual([await now()]);
  await devnet.bitcoin.mine();
  await expect.poll(() => [heights(), statuses().at(-1)]).toMatchObject([[{ height: height + 1 }], await now()]);
  await reorganise(devnet, 1);
  await expect.poll(() => heights().at(-1)).toMatchObject({ height: height + 2 });
  expect(statuses().at(-1)).toBe(await now());
  await devnet.restore(id);
  await expect.poll(() => [heights().at(-1), statuses().at(-1)]).toMatchObject([{ height }, before]);
});

test('behavior: a client that has not asked is told nothing', async () => {
  using client = await connectElectrum(url);
  await client.ask('server.version', 'test', '1.4');
  await devnet.bitcoin.mine();
  await client.ask('server.ping');
  expect(client.others).toEqual([]);
});

test('default: the same over WebSocket, where a message needs no newline', async () => {
  const socket = new WebSocket(url.replace('tcp:', 'ws:'));
  const messages: unknown[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ id: 1, method: 'blockchain.headers.subscribe', params: [] }));
  await expect.poll(() => messages).toMatchObject([{ id: 1, result: { height: expect.any(Number) } }]);
  await devnet.bitcoin.mine();
  await expect.poll(() => messages.at(-1)).toMatchObject({ method: 'blockchain.headers.subscribe' });
  socket.terminate();
});

test('behavior: pages of other origins, and requests of HTTP, are refused', async () => {
  const http = url.replace('tcp:', 'http:');
  expect((await fetch(http, { method: 'POST', body: '{"id":1,"method":"server.ping"}\n' })).status).toBe(426);
  const refused = (origin: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace('tcp:', 'ws:'), { origin });
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('open', () => resolve(socket.terminate()));
      socket.on('error', () => undefined);
    });
  expect(await refused('https://example.org')).toBe(403);
  expect(await refused(http)).toBeUndefined();
});

test('behavior: batches, notifications and text that is no request', async () => {
  using client = await connectElectrum(url);
  client.send('[{"id":"a","method":"server.ping"},{"method":"server.ping"},{"id":"b","method":"none"},7]');
  client.send('{"method":"server.ping"}');
  client.send('[]');
  client.send('{');
  client.send('{"id":{},"method":"server.ping"}');
  await expect.poll(() => client.others.length).toBe(4);
  expect(client.others).toEqual([
    [
      { jsonrpc: '2.0', id: 'a', result: null },
      { jsonrpc: '2.0', id: 'b', error: { code: -32_601, message: 'unknown method "none"' } },
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'invalid request' } },
    ],
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'a batch has 1 to 1000 requests' } },
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'invalid JSON' } },
    { jsonrpc: '2.0', id: {}, error: { code: -32_600, message: 'invalid request' } },
  ]);
});

test('behavior: a client without a version in common, and one whose line never ends, are disconnected', async () => {
  using old = await connectElectrum(url);
  expect(await old.ask('server.version', 'test', ['1.0', '1.3'])).toBe('1 unsupported protocol version: ["1.0","1.3"]');
  await old.closed;
  using endless = await connectElectrum(url);
  for (let part = 0; part < 9; part++) endless.send(`{${' '.repeat(999_999)}`.replaceAll('\n', ''));
  using alive = await connectElectrum(url);
  expect(await alive.ask('server.ping')).toBeNull();
});

test('behavior: the port is free after close, copies have their own', async () => {
  const copy = await devnet.clone();
  expect(copy.urls.electrum).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/);
  expect(copy.urls.electrum).not.toBe(url);
  using client = await connectElectrum(copy.urls.electrum ?? '');
  await client.ask('server.ping');
  await copy.close();
  await client.closed;
  await expect(connectElectrum(copy.urls.electrum ?? '')).rejects.toThrow('ECONNREFUSED');
});

test('error: a port that is taken', async () => {
  const port = Number(new URL(url).port);
  await expect(bootDevnet({ electrum: true, ports: { electrum: port } })).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    field: 'ports.electrum',
  });
});

test('behavior: a head of HTTP that does not end is not waited for, and an open WebSocket stays', async () => {
  const index = { subscribe: () => () => undefined } as unknown as BitcoinIndex;
  const parts = { host: '127.0.0.1', port: 0, index, subscribe: () => () => undefined, software: 'test', name: '127.0.0.1' };
  const server = await startElectrumServer({ ...parts, headMs: 200 });
  const open = new WebSocket(`ws://127.0.0.1:${server.port}`);
  await once(open, 'open');
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  await once(socket, 'close');
  open.send('{"id":1,"method":"server.version","params":["test","1.4"]}');
  const [answer] = await once(open, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: ['test', '1.4'] });
  open.terminate();
  await server.close();
});

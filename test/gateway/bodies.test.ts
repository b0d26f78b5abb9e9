import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testGateway } from './support/gateway.js';

/** A path of each scope, of each app and outside of all scopes. */
const PATHS = [
  ...['/extended/v1/fee_rate', '/extended/v1/tx', '/extended/v1/faucets/btc', '/extended/v3/faucets/stx', '/v2/fees/transaction'],
  ...['/devnet/v1/mine', '/devnet/v1/nothing', '/devnet/v1/sbtc/deposits', '/nowhere', '/faucet', '/1/t/push', '/1/nothing'],
  ...['/api/tx', '/api/nothing', '/emily/deposit', '/emily/nothing'],
];

/** Lets everything happen that waits for nothing else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

/** Chunks of one byte. What refers to one of them at the end sees another byte. */
async function* singly(text: string): AsyncGenerator<Buffer> {
  const chunks = [...Buffer.from(text)].map((byte) => Buffer.alloc(1, byte));
  yield* chunks;
  await settle();
  for (const chunk of chunks.slice(1)) chunk.fill(0);
}

test.each(PATHS)('behavior: %s keeps no chunk of a body, however many come', async (url) => {
  await using gateway = await testGateway();
  const text = JSON.stringify({ transaction: '00'.repeat(1_000) });
  const ask = (payload: string | Readable) =>
    gateway.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
  const whole = await ask(text);
  const chunked = await ask(Readable.from(singly(text)));
  expect(chunked.body).toBe(whole.body);
  expect(chunked.statusCode).toBe(whole.statusCode);
});

test.each([...PATHS, '/v2/transactions', '/v3/nothing'])(
  'behavior: a client of %s that leaves within its body is no failure',
  async (url) => {
    await using gateway = await testGateway({ node: (request) => request.resume() });
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = new URL(gateway.app.listeningOrigin);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    const asked = once(gateway.app.server, 'request');
    socket.write(`POST ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"a`);
    const [request] = (await asked) as [IncomingMessage];
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    await expect.poll(() => request.listenerCount('data') > 0 || socket.bytesRead > 0).toBe(true);
    socket.destroy();
    await closed;
    await settle();
    expect(gateway.warnings).toEqual([]);
  },
);

import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whenGone } from '#dist/gateway/client-gone.js';

let server: Server;
let closing: AbortController;
let leaving: AbortController;
let signals: AbortSignal[];

beforeEach(async () => {
  closing = new AbortController();
  leaving = new AbortController();
  signals = [];
  server = createServer((request, response) => {
    signals.push(whenGone(response, request.url === '/leaving' ? leaving.signal : closing.signal));
    if (request.url !== '/held') response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function ask(agent: Agent, path = '/') {
  return get({ agent, host: '127.0.0.1', port: (server.address() as AddressInfo).port, path });
}

async function answered(agent: Agent, path?: string): Promise<void> {
  const [response] = await once(ask(agent, path), 'response');
  await once(response.resume(), 'end');
}

test('default: fires when the client ends the connection before its answer', async () => {
  const agent = new Agent();
  const request = ask(agent, '/held');
  request.on('error', () => undefined);
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]?.aborted).toBe(false);
  request.destroy();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect(signals[0]?.reason).toMatchObject({ name: 'AbortError' });
});

test('behavior: the requests of a connection share a signal, those of another have their own', async () => {
  const [one, other] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })];
  await answered(one);
  await setImmediate();
  await answered(one);
  await answered(other);
  expect(signals[1]).toBe(signals[0]);
  expect(signals[2]).not.toBe(signals[0]);
  one.destroy();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect(signals[2]?.aborted).toBe(false);
  other.destroy();
});

test('behavior: one signal of a connection for each reason to end, in whatever order requests come', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const path of ['/', '/leaving', '/', '/leaving']) {
    await answered(agent, path);
    await setImmediate();
  }
  expect(signals[2]).toBe(signals[0]);
  expect(signals[3]).toBe(signals[1]);
  leaving.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false, true]);
  agent.destroy();
});

test('behavior: fires when the gateway closes, at once for requests after that', async () => {
  const agent = new Agent({ keepAlive: true });
  await answered(agent);
  expect(signals[0]?.aborted).toBe(false);
  closing.abort();
  expect(signals[0]?.aborted).toBe(true);
  await answered(agent);
  expect(signals[1]?.aborted).toBe(true);
  agent.destroy();
});

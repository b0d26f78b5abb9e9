import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { onDemand, serveOnDemand } from '#dist/gateway/on-demand.js';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** An app that counts how often it is created and closed. */
function countedApp(fail: () => boolean = () => false) {
  const seen = { created: 0, closed: 0, warnings: [] as string[] };
  const create = async () => {
    seen.created++;
    if (fail()) throw new Error('no app');
    const server = createServer((_request, response) => response.end('here'));
    return {
      request: (request: IncomingMessage, response: ServerResponse) => void server.emit('request', request, response),
      upgrade: (_request: IncomingMessage, socket: Duplex) => void socket.destroy(),
      clientError: (_error: Error, socket: Duplex) => void socket.destroy(),
      async close() {
        seen.closed++;
      },
    };
  };
  return { seen, server: serveOnDemand(onDemand(create, (message) => seen.warnings.push(message))) };
}

test('default: the app is created for the first clients, once, and closed', async () => {
  const { seen, server } = countedApp();
  const { port } = await server.listen(LOOPBACK);
  expect(seen.created).toBe(0);
  const answers = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()));
  expect(answers).toEqual(Array(5).fill('here'));
  await server.close(100);
  expect(seen).toEqual({ created: 1, closed: 1, warnings: [] });
});

test('behavior: without a client no app is created', async () => {
  const { seen, server } = countedApp();
  await server.listen(LOOPBACK);
  await server.close(100);
  expect(seen).toEqual({ created: 0, closed: 0, warnings: [] });
});

test('behavior: an app that is still being created is closed, too', async () => {
  const { seen, server } = countedApp();
  const { port } = await server.listen(LOOPBACK);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.resume();
  const ended = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => seen.created).toBe(1);
  await server.close(100);
  await ended;
  expect(seen.closed).toBe(1);
});

test('error: an app that cannot be created is an answer and a warning, and the next client tries again', async () => {
  let broken = true;
  const { seen, server } = countedApp(() => broken);
  const { port } = await server.listen(LOOPBACK);
  const refused = await fetch(`http://127.0.0.1:${port}/`);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toEqual({ error: 'the gateway cannot answer: no app', code: 'INTERNAL' });
  expect(seen.warnings).toEqual(['the gateway cannot answer: no app']);
  broken = false;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await server.close(100);
});

test('error: no HTTP is answered as the app answers it', async () => {
  const { server } = countedApp();
  const { port } = await server.listen(LOOPBACK);
  const socket = connect(port, '127.0.0.1');
  const ended = once(socket, 'close');
  socket.on('error', () => undefined).resume();
  socket.write('no HTTP\r\n\r\n');
  await ended;
  await server.close(100);
});

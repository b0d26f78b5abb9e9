import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveConnection } from '#dist/bitcoin/node/http/connection.js';
import { createRequestReader } from '#dist/bitcoin/node/http/request-reader.js';
import { startHttpServer } from '#dist/bitcoin/node/http/server.js';
import { PASSWORD, type RpcNode, startRpcNode, USER } from '../harness.js';
import { exchange, exchanges } from './wire.js';

const LIMITS = { maxHeadSize: 8192, maxBodySize: () => 100_000 };

describe('behavior: what bitcoind answers', () => {
  let rpc: RpcNode;
  beforeAll(async () => {
    rpc = await startRpcNode();
  });
  afterAll(() => rpc[Symbol.asyncDispose]());

  test.each(exchanges(`${USER}:${PASSWORD}`))('$title', async ({ text, statuses }) => {
    expect((await exchange(rpc.url, text)).statuses).toEqual(statuses);
  });

  test('a page for a malformed request', async () => {
    const { text } = await exchange(rpc.url, 'POST / HTTP/3.0\r\n\r\n');
    expect(text.replace(/^Date: .*$/m, 'Date: …').split('\r\n')).toEqual([
      'HTTP/1.1 400 Bad Request',
      'Content-Type: text/html',
      'Date: …',
      'Content-Length: 94',
      'Connection: close',
      '',
      '<HTML><HEAD>\n<TITLE>400 Bad Request</TITLE>\n</HEAD><BODY>\n<H1>Bad Request</H1>\n</BODY></HTML>\n',
    ]);
  });
});

describe('behavior: requests in several chunks', () => {
  const text = [
    'POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello',
    'POST /b HTTP/1.1\nTransfer-Encoding: chunked\n\n3\r\nabc\r\nA \r\n0123456789\r\n0\r\nX: y\r\n\r\n',
    'GET /c HTTP/1.0\r\nX: y\r\n\r\n',
    'PUT /d HTTP/1.1\r\n\r\n',
  ].join('');
  const requests = [
    ['POST', '/a', 'hello'],
    ['POST', '/b', 'abc0123456789'],
    ['GET', '/c', ''],
    ['PUT', '/d', ''],
  ];

  test('the result does not depend on the chunks', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(text.length)), (cuts) => {
        const reader = createRequestReader(LIMITS, () => {});
        const found: string[][] = [];
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        ends.forEach((end, index) => {
          reader.push(Buffer.from(text.slice(ends[index - 1] ?? 0, end), 'latin1'));
          for (let request = reader.next(); request !== undefined; request = reader.next()) {
            found.push([request.method, request.path, request.body.toString('latin1')]);
          }
        });
        expect(found).toEqual(requests);
        expect(reader.isWithin()).toBe(false);
      }),
    );
  });

  test.each([
    ['a body', 'POST / HTTP/1.1\r\nContent-Length: 100001\r\n\r\n', 413],
    ['the chunks of a body', `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n${'x'.repeat(100_000)}\r\n1\r\n`, 413],
    ['the line of a chunk', `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${'0'.repeat(2_000)}`, 413],
    ['a head without end', 'x'.repeat(8_193), 400],
  ])('error: %s that is too long', (_, sent, status) => {
    const reader = createRequestReader(LIMITS, () => {});
    reader.push(Buffer.from(sent));
    expect(() => reader.next()).toThrow(`HTTP status ${status}`);
  });

  test('any bytes are a request, a fault or incomplete', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...text.split(/(?<=[\s:])/)), fc.string()), { maxLength: 30 }), (parts) => {
        const reader = createRequestReader(LIMITS, () => {});
        reader.push(Buffer.from(parts.join(''), 'latin1'));
        try {
          while (reader.next() !== undefined);
        } catch (error) {
          expect(String(error)).toMatch(/HTTP status 4\d\d/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('behavior: connections', () => {
  type Served = Awaited<ReturnType<typeof startHttpServer>>;
  const serve = (timeoutMs: number, gone: () => void = () => {}): Promise<Served> =>
    startHttpServer({
      ...LIMITS,
      host: '127.0.0.1',
      port: 0,
      timeoutMs,
      handle: (request, onGone) =>
        request.path === '/wait'
          ? new Promise((resolve) => {
              onGone(() => {
                gone();
                resolve({ status: 200, body: 'gone' });
              });
            })
          : { status: 200, body: request.body.toString('latin1') },
    });
  const post = (path: string, body = '') => `POST ${path} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  test.each([
    ['with its head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
    ['with its body', 'POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{'],
    ['with its first request', ''],
  ])('error: a slow client is disconnected without an answer: %s', async (_, text) => {
    const server = await serve(50);
    expect(await exchange(server.url, text)).toEqual({ statuses: [], text: '' });
    await server.close();
  });

  test('a client that waits for 100 Continue before it sends the body receives it', async () => {
    const server = await serve(5_000);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    socket.write('POST / HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\n');
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('hello');
    }
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\nhello$/);
    await server.close();
  });

  test('a client that closes its side gets a reply', async () => {
    const server = await serve(5_000);
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.end(post('/', 'hello'));
    let received = '';
    for await (const chunk of socket) received += chunk;
    expect(received).toMatch(/\r\n\r\nhello$/);
    await server.close();
  });

  test('error: a client that does not disconnect after the last reply is disconnected', async () => {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    const served = once(server, 'connection') as Promise<[Socket]>;
    await once(server, 'listening');
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    client.write('nonsense\r\n\r\n');
    const [socket] = await served;
    serveConnection(socket, { ...LIMITS, timeoutMs: 50, handle: () => ({ status: 200, body: '' }) });
    await Promise.all([once(client.resume(), 'end'), once(socket, 'close')]);
    expect(client.writableEnded).toBe(false);
    client.destroy();
    server.close();
  });

  test.each(['end', 'destroy'] as const)('the handler learns that the client disconnected: %s', async (leave) => {
    const { promise, resolve } = withResolvers();
    const server = await serve(5_000, resolve);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(post('/wait'), () => socket[leave]());
    });
    await promise;
    await server.close();
  });

  test('the handler learns that the server closes', async () => {
    const { promise, resolve } = withResolvers();
    const server = await serve(5_000, resolve);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    // The first reply shows that the second request is being handled.
    socket.write(post('/', 'hello') + post('/wait'));
    socket.on('error', () => {});
    await new Promise((seen) => socket.once('data', seen));
    await Promise.all([server.close(), server.close(), promise]);
  });

  test('requests far ahead stay in the network buffers', async () => {
    const server = await serve(5_000);
    const body = 'x'.repeat(1_000);
    const text = post('/', body).repeat(500) + post('/', 'end').replace('\r\n', '\r\nConnection: close\r\n');
    const { statuses } = await exchange(server.url, text);
    expect(statuses).toEqual(Array(501).fill(200));
    await server.close();
  });
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Answer, testGateway } from './support/gateway.js';

/** Answers with what it was asked. */
const echo: Answer = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  response.setHeader('access-control-allow-origin', 'https://node.example');
  response.setHeader('x-request-id', '7');
  response.setHeader('connection', 'keep-alive, x-hop');
  response.setHeader('x-hop', 'one');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString('hex') }));
};

test('default: path, query, body and status pass unchanged', async () => {
  await using gateway = await testGateway({ node: echo });
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/v2/transactions?a=%2F&b',
    headers: { 'content-type': 'application/octet-stream', 'x-own': '1', te: 'trailers', connection: 'x-gone', 'x-gone': '1' },
    payload: Buffer.from('00ff80', 'hex'),
  });
  expect(response.statusCode).toBe(200);
  const seen = response.json();
  expect(seen).toMatchObject({ method: 'POST', url: '/v2/transactions?a=%2F&b', body: '00ff80' });
  expect(seen.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-own': '1', 'content-length': '3' });
  expect(seen.headers).not.toHaveProperty('te');
  expect(seen.headers).not.toHaveProperty('x-gone');
  expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', 'x-request-id': '7' });
  expect(response.headers).not.toHaveProperty('x-hop');
});

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])('behavior: a %s body is not read here', async (type) => {
  await using gateway = await testGateway({ node: echo });
  const payload = '{"broken';
  const response = await gateway.app.inject({ method: 'POST', url: '/v3/block_proposal', headers: { 'content-type': type }, payload });
  expect(response.json().body).toBe(Buffer.from(payload).toString('hex'));
});

test('behavior: bodies above the limit of other routes pass', async () => {
  const node: Answer = async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += chunk.length;
    response.end(`${length}`);
  };
  await using gateway = await testGateway({ node });
  const payload = Buffer.alloc(3 * 1024 * 1024);
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await gateway.app.inject({ method: 'POST', url: '/v2/transactions', headers, payload })).body).toBe(`${payload.length}`);
});

test('behavior: what may be kept for chaos is read as far as a transaction goes; the rest streams', async () => {
  const node: Answer = async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += chunk.length;
    response.end(`${length}`);
  };
  await using gateway = await testGateway({ node });
  const taken: number[] = [];
  Object.assign(gateway.devnet.rpcFaults, {
    keepsTransactions: () => true,
    take: ({ length }: Uint8Array) => {
      taken.push(length);
      return length === 5 ? 'ab' : undefined;
    },
  });
  const post = (payload: Buffer) =>
    gateway.app.inject({ method: 'POST', url: '/v2/transactions', headers: { 'content-type': 'application/octet-stream' }, payload });
  expect((await post(Buffer.alloc(5))).json()).toBe('ab');
  for (const length of [7, 5 * 1024 * 1024, 5 * 1024 * 1024 + 1, 15 * 1024 * 1024])
    expect((await post(Buffer.alloc(length))).body).toBe(`${length}`);
  expect(taken).toEqual([5, 7, 5 * 1024 * 1024]);
  expect((await gateway.app.inject({ method: 'POST', url: '/v2/transactions' })).body).toBe('0');
});

test('behavior: HEAD asks with GET and answers without a body', async () => {
  await using gateway = await testGateway({
    node: (request, response) => {
      response.writeHead(request.method === 'GET' ? 200 : 405, { 'content-length': '2', 'content-type': 'application/json' }).end('{}');
    },
  });
  const base = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  for (const path of ['/v2/info', '/extended/v2/info', '/v2/pox']) {
    const response = await fetch(`${base}${path}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('2');
    expect(await response.text()).toBe('');
  }
});

test("behavior: the node's errors pass as they are", async () => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject('/v2/nope');
  expect(response.statusCode).toBe(404);
  expect(response.body).toBe('No such file or directory');
  expect(response.headers['access-control-allow-origin']).toBe('*');
});

test('behavior: both info paths ask the same, with and without a slash', async () => {
  await using gateway = await testGateway({ node: echo });
  for (const url of ['/v2/info', '/v2/info/', '/extended/v2/info', '/extended/v2/info/']) {
    expect((await gateway.app.inject(url)).json()).toMatchObject({ method: 'GET', url: '/v2/info' });
  }
});

test('behavior: numbers above 2^53 keep every digit', async () => {
  const body = '{"n":340282366920938463463374607431768211455}';
  await using gateway = await testGateway({ node: (_request, response) => response.end(body) });
  expect((await gateway.app.inject('/v2/pox')).body).toBe(body);
});

test('error: 503 when the node is down', async () => {
  await using gateway = await testGateway({ nodeUrl: 'http://127.0.0.1:9' });
  for (const url of ['/v2/info', '/extended/v2/info', '/v3/health']) {
    const response = await gateway.app.inject(url);
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(response.json()).toMatchObject({ code: 'NOT_REACHABLE' });
  }
});

describe('fee estimates', () => {
  const noEstimate = { error: 'Estimation could not be performed', reason: 'NoEstimateAvailable', reason_data: { message: 'none' } };
  const payload = '0x00051afc7250a211deddc70ee5a2738de5f07817351cef000000001dcd6500'.padEnd(132, '0');
  const ask = { method: 'POST', url: '/v2/fees/transaction', headers: { 'content-type': 'application/json' } } as const;
  const answering = (status: number, body: unknown): Answer => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (_request, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };

  test('default: one micro-STX per byte where the node has no estimate', async () => {
    await using gateway = await testGateway({ node: answering(400, noEstimate) });
    const response = await gateway.app.inject({ ...ask, payload: JSON.stringify({ transaction_payload: payload }) });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      estimated_cost: { write_length: 0, write_count: 0, read_length: 0, read_count: 0, runtime: 0 },
      estimations: [
        { fee_rate: 1, fee: 180 },
        { fee_rate: 1, fee: 180 },
        { fee_rate: 1, fee: 180 },
      ],
    });
  });

  test('behavior: a longer transaction costs more', async () => {
    await using gateway = await testGateway({ node: answering(400, noEstimate) });
    const asked = { ...ask, payload: JSON.stringify({ transaction_payload: payload, estimated_len: 1234 }) };
    expect((await gateway.app.inject(asked)).json().estimations[1].fee).toBe(1234);
  });

  test.each([
    [200, { estimations: [{ fee: 1 }] }],
    [400, 'Failed to decode: Bad hex string supplied for transaction payload'],
    [400, { error: 'Estimation could not be performed', reason: 'DatabaseError' }],
  ])('behavior: any other answer passes (%i)', async (status, body) => {
    await using gateway = await testGateway({ node: answering(status, body) });
    const response = await gateway.app.inject({ ...ask, payload: JSON.stringify({ transaction_payload: payload }) });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.body).toBe(typeof body === 'string' ? body : JSON.stringify(body));
  });

  test.each(['{"transaction_payload":5}', 'not json', ''])('error: without a payload the refusal stays (%s)', async (text) => {
    await using gateway = await testGateway({ node: answering(400, noEstimate) });
    const response = await gateway.app.inject({ ...ask, payload: text });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(noEstimate);
  });
});

describe('over a connection', () => {
  test('behavior: an answer streams as the node sends it', async () => {
    let finish = (): void => {};
    await using gateway = await testGateway({
      node: (_request, response) => {
        response.write('first');
        finish = () => response.end('last');
      },
    });
    const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/v2/stream`);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
  });

  test('behavior: the body of a GET goes along, which the node would wait for', async () => {
    await using gateway = await testGateway({
      node: (request, response) => request.toArray().then((chunks) => response.writeHead(400).end(Buffer.concat(chunks))),
    });
    const url = new URL(await gateway.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(url.port), url.hostname);
    socket.write('GET /v2/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody');
    const chunks = (await socket.toArray()) as Buffer[];
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nbody\r\n/);
  });

  test('error: a websocket is refused at once', async () => {
    await using gateway = await testGateway();
    const url = new URL(await gateway.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(url.port), url.hostname);
    socket.write(
      'GET /v2/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [data] = await once(socket, 'data');
    socket.destroy();
    expect(data.toString()).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('error: an answer that the node cuts off ends the connection', async () => {
    await using gateway = await testGateway({
      node: (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('some', () => response.destroy());
      },
    });
    const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/v2/info`);
    await expect(response.text()).rejects.toThrow();
  });
});

test("behavior: a rejection passes unchanged and is reported to the devnet, of which real nodes' engines hear nothing", async () => {
  const txid = 'ab'.repeat(32);
  const rejection = { error: 'transaction rejected', reason: 'BadNonce', reason_data: { actual: 0, expected: 1 }, txid };
  await using gateway = await testGateway({
    node: (_request, response) => response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(rejection)),
  });
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await gateway.app.inject({ method: 'POST', url: '/v2/transactions', headers, payload: Buffer.from('00', 'hex') });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual(rejection);
  expect(gateway.devnet.calls).toEqual([['reportRejection', txid, 'BadNonce (actual 0, expected 1)']]);
});

test('behavior: a transaction that the node cannot decode has no txid to report', async () => {
  await using gateway = await testGateway({ node: (_request, response) => response.writeHead(400).end('Failed to decode') });
  const response = await gateway.app.inject({ method: 'POST', url: '/v2/transactions', payload: 'x' });
  expect(response.body).toBe('Failed to decode');
  expect(gateway.devnet.calls).toEqual([]);
});

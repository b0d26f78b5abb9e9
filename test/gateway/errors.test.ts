import { describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { testGateway } from './support/gateway.js';

/** A route of each scope, and the form of its errors. */
const SCOPES = [
  ['/devnet/v1/status', 'GET', (body: string) => JSON.parse(body).error],
  ['/devnet/v1/sbtc', 'GET', (body: string) => JSON.parse(body).error],
  ['/faucet', 'POST', (body: string) => JSON.parse(body).error],
  ['/emily/limits', 'GET', (body: string) => JSON.parse(body).message],
  ['/api/blocks/tip/height', 'GET', (body: string) => body],
] as const;

describe.each(SCOPES)('%s', (url, method, message) => {
  const ask = async (error: Error) => {
    await using gateway = await testGateway();
    const { devnet } = gateway;
    const fail = () => Promise.reject(error);
    for (const name of ['status', 'faucet.btc']) devnet.fail(name, error);
    Object.assign(devnet, { bridge: fail });
    Object.assign(devnet.sbtc, { configuration: fail });
    Object.assign(devnet.bitcoinIndex, { current: fail });
    const request = { method, url, ...(method === 'POST' && { payload: { address: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH' } }) };
    const answer = await gateway.app.inject(request);
    return { status: answer.statusCode, message: message(answer.body), retry: answer.headers['retry-after'], warnings: gateway.warnings };
  };

  test('error: a DevnetError keeps its status and message, and is not logged', async () => {
    expect(await ask(new DevnetError('NOT_READY', 'the network boots'))).toEqual({
      status: 503,
      message: 'the network boots',
      retry: url.startsWith('/api') ? undefined : '1',
      warnings: [],
    });
    const unsupported = await ask(new DevnetError('UNSUPPORTED', 'not here'));
    expect(unsupported).toMatchObject({ status: 501, message: 'not here', warnings: [] });
  });

  test('error: an unexpected one is logged with its stack, which clients do not see', async () => {
    const { status, message: shown, warnings } = await ask(new TypeError('a bug of ours'));
    expect({ status, shown }).toEqual({ status: 500, shown: 'the gateway failed unexpectedly' });
    expect(warnings).toEqual([expect.stringMatching(/failed: TypeError: a bug of ours\n +at /)]);
  });
});

test.each(['/v2/transactions', '/v2/contracts/call-read/ST1/a/b', '/v3/blocks/upload/'])(
  'error: %s takes what a node reads',
  async (url) => {
    await using gateway = await testGateway({ node: (request, response) => request.resume().on('end', () => response.end('read')) });
    const post = (payload: string) => gateway.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
    const limit = 16 * 1024 * 1024 + 1;
    expect((await post('a'.repeat(limit))).body).toBe('read');
    const answer = await post('a'.repeat(limit + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'body', expected: 'at most 16384 KiB' });
  },
);

test('error: a body that is longer than its route takes is 413, and not logged', async () => {
  await using gateway = await testGateway();
  const post = (url: string, bytes: number, type = 'application/json') =>
    gateway.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: 'a'.repeat(bytes) });
  for (const url of ['/extended/v1/faucets/stx', '/extended/v3/faucets/btc', '/devnet/v1/mine', '/devnet/v1/sbtc/deposits', '/faucet']) {
    const answer = await post(url, 64 * 1024 + 1);
    expect(answer.json(), url).toMatchObject({ code: 'INVALID_INPUT', field: 'body', expected: 'at most 64 KiB' });
    expect(answer.statusCode).toBe(413);
  }
  for (const [url, kibibytes] of [
    ['/api/tx', 1024],
    ['/1/t/push', 1024],
    ['/emily/deposit', 1024],
    ['/devnet/v1/simulate', 5 * 1024],
    ['/devnet/v1/state/data-var', 5 * 1024],
    ['/v2/fees/transaction', 5 * 1024],
  ] as const) {
    const answer = await post(url, kibibytes * 1024 + 1);
    expect(answer.body, url).toContain(`body: expected at most ${kibibytes} KiB, received more`);
    expect(answer.statusCode).toBe(413);
  }
  expect((await post('/api/tx', 1_000_001, 'text/plain')).body).toBe('Request body too large');
  expect(gateway.warnings).toEqual([]);
});

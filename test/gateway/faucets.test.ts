import { describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { testGateway } from './support/gateway.js';
import { BTC_TXID, HASH, STX_TXID } from './support/memory-devnet.js';

const BTC = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const STX = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

describe('answers', () => {
  test('default: BTC v1 answers with both casings of the public APIs', async () => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc', payload: { address: BTC } });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.json()).toEqual({ success: true, txId: BTC_TXID, txRaw: '0200', txid: BTC_TXID, raw_tx: '0200' });
    expect(gateway.devnet.calls).toEqual([['faucet.btc', BTC, { wait: false }]]);
  });

  test('default: STX v1 takes its parameters from the query', async () => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: `/extended/v1/faucets/stx?address=${STX}&stacking=true` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, txId: STX_TXID, txRaw: '8080' });
    expect(gateway.devnet.calls).toEqual([['faucet.stx', STX, { wait: false, stacking: true }]]);
  });

  test('default: sBTC v1 takes its address from the query or the body, and no other options of STX', async () => {
    await using gateway = await testGateway();
    const url = '/extended/v1/faucets/sbtc';
    for (const request of [{ url: `${url}?address=${STX}` }, { url, payload: { address: STX } }]) {
      const response = await gateway.app.inject({ method: 'POST', ...request });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ success: true, txId: STX_TXID, txRaw: '8080' });
    }
    expect(gateway.devnet.calls).toEqual(Array(2).fill(['faucet.sbtc', STX, { wait: false }]));
    const refused = await gateway.app.inject({ method: 'POST', url: `${url}?address=${STX}&stacking=true` });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ success: false, field: 'stacking' });
  });

  test('error: sBTC v1 without an address, or with one of Bitcoin', async () => {
    await using gateway = await testGateway();
    for (const query of ['', '?address=', `?address=${BTC}`]) {
      const response = await gateway.app.inject({ method: 'POST', url: `/extended/v1/faucets/sbtc${query}` });
      expect(response.statusCode).toBe(400);
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.json()).toMatchObject({ success: false, code: 'INVALID_INPUT', field: 'address' });
    }
  });

  test.each([
    ['btc', BTC, { transaction: { tx_id: `0x${BTC_TXID}`, chain: 'bitcoin' }, amount: { btc: '100000000' } }],
    ['stx', STX, { transaction: { tx_id: STX_TXID, chain: 'stacks' }, amount: { stx: '500000000' } }],
  ])('default: %s v3 answers transaction and amount', async (chain, address, body) => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: `/extended/v3/faucets/${chain}`, payload: { address } });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(body);
  });

  test.each([
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: `address=${STX}&stacking=true` }],
    ['JSON', { payload: { address: STX, stacking: true } }],
    [
      'JSON as curl -d sends it',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: JSON.stringify({ address: STX, stacking: true }) },
    ],
    ['JSON without content type', { payload: Buffer.from(JSON.stringify({ address: STX, stacking: true })) }],
    ['JSON with text', { payload: { address: STX, stacking: 'true' } }],
  ])('behavior: parameters come as %s', async (_name, request) => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/stx', ...request });
    expect(response.statusCode).toBe(200);
    expect(gateway.devnet.calls).toEqual([['faucet.stx', STX, { wait: false, stacking: true }]]);
  });

  test('behavior: the query wins over the body', async () => {
    await using gateway = await testGateway();
    const url = `/extended/v1/faucets/stx/?address=${STX}&stacking=false`;
    const response = await gateway.app.inject({ method: 'POST', url, payload: { address: 'ST000', stacking: true } });
    expect(response.statusCode).toBe(200);
    expect(gateway.devnet.calls).toEqual([['faucet.stx', STX, { wait: false, stacking: false }]]);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', '', ' '])(
    'behavior: an empty body is no body, also as "%s"',
    async (type) => {
      await using gateway = await testGateway();
      const url = `/extended/v1/faucets/stx?address=${STX}`;
      const response = await gateway.app.inject({ method: 'POST', url, headers: { 'content-type': type } });
      expect(response.statusCode).toBe(200);
    },
  );
});

test.each([
  ['/extended/v1/faucets/stx', '', 200],
  ['/extended/v3/faucets/stx', '', 415],
  ['/devnet/v1/mine', '', 415],
  ['/extended/v1/faucets/stx', 'json', 415],
])('behavior: %s with a body of the content type "%s" answers %i, and a refusal says which it takes', async (url, type, status) => {
  await using gateway = await testGateway();
  const payload = Buffer.from(JSON.stringify({ address: STX }));
  const response = await gateway.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  expect(response.statusCode).toBe(status);
  if (status === 415) {
    expect(response.json()).toMatchObject({ field: 'content-type', hint: expect.stringContaining('content-type: application/json') });
  }
});

describe('wait', () => {
  test('default: answers with the block', async () => {
    await using gateway = await testGateway();
    const answer = gateway.app.inject({ method: 'POST', url: '/extended/v3/faucets/stx?wait=true', payload: { address: STX } });
    gateway.devnet.confirm();
    const response = await answer;
    expect(response.statusCode).toBe(200);
    expect(response.headers['preference-applied']).toBeUndefined();
    expect(response.json()).toMatchObject({ block: { height: 41, hash: HASH, burnHeight: 201 } });
  });

  test('behavior: Prefer sets the timeout and is confirmed; after the timeout 202 has lastSeen', async () => {
    await using gateway = await testGateway();
    const url = '/extended/v1/faucets/btc';
    const response = await gateway.app.inject({ method: 'POST', url, headers: { prefer: 'wait=0' }, payload: { address: BTC } });
    expect(response.statusCode).toBe(202);
    expect(response.headers['preference-applied']).toBe('wait=0');
    const body = { success: true, txId: BTC_TXID, txRaw: '0200', txid: BTC_TXID, raw_tx: '0200', lastSeen: 'in the mempool' };
    expect(response.json()).toEqual(body);
  });

  test.each([
    ['wait=false forbids it', '?wait=false', 'wait=10', undefined],
    ['an unreadable preference is ignored', '', 'wait=soon', undefined],
    ['a longer preference is cut', '', 'respond-async, wait=1000', 'wait=300'],
    ['the preference is the deadline of wait=true', '?wait=true', 'wait=7', 'wait=7'],
  ])('behavior: %s', async (_name, query, prefer, applied) => {
    await using gateway = await testGateway();
    gateway.devnet.confirm();
    const url = `/extended/v1/faucets/btc${query}`;
    const response = await gateway.app.inject({ method: 'POST', url, headers: { prefer }, payload: { address: BTC } });
    expect(response.statusCode).toBe(200);
    expect(response.headers['preference-applied']).toBe(applied);
    expect('block' in response.json()).toBe(applied !== undefined);
  });

  test('error: a wait ends with 503 when the gateway closes', async () => {
    await using gateway = await testGateway();
    const answer = gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc?wait=true', payload: { address: BTC } });
    gateway.closing.abort();
    expect((await answer).statusCode).toBe(503);
  });
});

describe('errors', () => {
  test.each([
    ['missing', {}, 'nothing'],
    ['empty', { query: { address: '' } }, '""'],
    ['repeated', { query: { address: [STX, STX] } }, 'a list of 2'],
    ['repeated in a form', form(`address=${STX}&address=${STX}`), 'a list of 2'],
    ['a number', { payload: { address: 5 } }, '5'],
    ['null', { payload: { address: null } }, 'null'],
    ['of mainnet', { payload: { address: 'SP1' } }, '"SP1"'],
  ])('error: 400 for an address that is %s', async (_name, request, received) => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/stx', ...request });
    expect(response.statusCode).toBe(400);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'address', received, success: false });
  });

  test.each([
    ['a list', { payload: [STX] }, 400, { field: 'body', expected: 'a JSON object' }],
    [
      'broken JSON with a secret',
      { payload: '{"mnemonic":twice kind fence}', headers: { 'content-type': 'application/json' } },
      400,
      { error: expect.not.stringMatching('kind'), field: 'body' },
    ],
    ['broken JSON', { payload: '{"address":', headers: { 'content-type': 'application/json' } }, 400, { field: 'body', expected: 'JSON' }],
    ['broken JSON as a form', { ...form('{"address":'), query: {} }, 400, { field: 'body', expected: 'JSON' }],
    ['text', { payload: STX, headers: { 'content-type': 'text/plain' } }, 415, { field: 'content-type', received: 'text/plain' }],
    ['too large', { payload: { address: 'S'.repeat(64 * 1024) } }, 413, { field: 'body', expected: 'at most 64 KiB' }],
    ['a doubtful flag', { payload: { address: STX, stacking: 1 } }, 400, { field: 'stacking', expected: 'true or false', received: '1' }],
    ['a doubtful wait', { query: { address: STX, wait: '5' } }, 400, { field: 'wait', expected: 'true or false', received: '"5"' }],
    ['an empty flag', { query: { address: STX, stacking: '' } }, 400, { field: 'stacking', received: '""' }],
  ])('error: %s', async (_name, request, status, body) => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/stx', ...request });
    expect(response.statusCode).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', success: false, ...body });
    expect(gateway.devnet.calls).toEqual([]);
  });

  test.each([
    ['FAUCET_DISABLED', 403, 'BTC faucet is not fully configured'],
    ['FAUCET_FAILED', 500, 'Faucet call failed: no coins left'],
    ['RPC', 500, 'Faucet call failed: no coins left'],
    ['INTERNAL', 500, 'Faucet call failed: no coins left'],
    ['NOT_REACHABLE', 503, 'no coins left'],
    ['NOT_READY', 503, 'no coins left'],
  ] as const)('error: %s of a payment is %i', async (code, status, error) => {
    await using gateway = await testGateway();
    for (const [version, success] of [
      ['v1', false],
      ['v3', undefined],
    ]) {
      gateway.devnet.fail('faucet.btc', new DevnetError(code, 'no coins left'));
      const url = `/extended/${version}/faucets/btc`;
      const response = await gateway.app.inject({ method: 'POST', url, payload: { address: BTC } });
      expect(response.statusCode).toBe(status);
      expect(response.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
      expect(response.json()).toMatchObject({ error });
      expect(Object.keys(response.json())[0]).toBe('error');
      expect(response.json().success).toBe(success);
    }
  });

  test('error: an unexpected failure is 500 without its text', async () => {
    await using gateway = await testGateway();
    gateway.devnet.fail('faucet.btc', new TypeError('secret'));
    const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc', payload: { address: BTC } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: 'Faucet call failed: something unforeseen happened',
      code: 'FAUCET_FAILED',
      success: false,
    });
    expect(gateway.warnings).toEqual([expect.stringMatching(/^POST \/extended\/v1\/faucets\/btc failed: TypeError: secret\n/)]);
  });

  test('behavior: what was foreseen is no warning', async () => {
    await using gateway = await testGateway();
    gateway.devnet.fail('faucet.btc', new DevnetError('FAUCET_FAILED', 'no coins left', { cause: new DevnetError('RPC', 'no') }));
    await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc', payload: { address: BTC } });
    expect(gateway.warnings).toEqual([]);
  });

  test('error: 405 names the method that the path takes', async () => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject({ method: 'GET', url: '/extended/v1/faucets/btc' });
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('POST');
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'method', expected: 'POST', received: 'GET', success: false });
  });

  test('error: v3 takes its address from JSON alone', async () => {
    await using gateway = await testGateway();
    const inQuery = await gateway.app.inject({ method: 'POST', url: `/extended/v3/faucets/stx?address=${STX}` });
    expect(inQuery.statusCode).toBe(400);
    const inForm = await gateway.app.inject({ method: 'POST', url: '/extended/v3/faucets/stx', ...form(`address=${STX}`) });
    expect(inForm.statusCode).toBe(415);
    expect(gateway.devnet.calls).toEqual([]);
  });
});

function form(payload: string) {
  return { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

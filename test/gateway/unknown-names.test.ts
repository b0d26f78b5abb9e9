import { expect, test } from 'vitest';
import { isRecord } from '#dist/base/json.js';
import { createOpenApi } from '#dist/gateway/openapi.js';
import { testGateway } from './support/gateway.js';
import { BTC_TXID, STX_TXID } from './support/memory-devnet.js';

const STX = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const BTC = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const ANY = 'POST /devnet/v1/faucets/{btc,stx,sbtc} takes any amount.';

test.each([
  ['POST', `/extended/v1/faucets/stx?adress=${STX}`, 'adress', 'adress: unknown query parameter; did you mean address?'],
  [
    'POST',
    `/extended/v1/faucets/stx?address=${STX}&memo=5`,
    'memo',
    'memo: unknown query parameter. POST /extended/v1/faucets/stx takes address, amount, stacking, wait.',
  ],
  [
    'POST',
    `/extended/v3/faucets/btc?address=${BTC}`,
    'address',
    'address: unknown query parameter. POST /extended/v3/faucets/btc takes amount, wait. Send address in the body.',
  ],
  ['GET', `/devnet/v1/tx/${STX_TXID}/wait?timeout=1`, 'timeout', 'timeout: unknown query parameter; did you mean timeoutMs?'],
  ['GET', '/devnet/v1/status?verbose', 'verbose', 'verbose: unknown query parameter. GET /devnet/v1/status takes no query parameters.'],
] as const)('error: %s %s', async (method, url, field, error) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method, url });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error, code: 'INVALID_INPUT', field });
  expect(response.json().success).toBe(url.startsWith('/extended/v1/faucets') ? false : undefined);
  expect(gateway.devnet.calls).toEqual([]);
});

test.each([
  ['/extended/v1/faucets/btc', { address: BTC, ammount: 5_000 }, 'ammount: unknown key; did you mean amount?'],
  ['/extended/v1/faucets/stx', { adress: STX }, 'adress: unknown key; did you mean address?'],
  ['/extended/v1/faucets/sbtc', { address: STX, stacking: true }, /^stacking: unknown key/],
  ['/extended/v3/faucets/stx', { address: STX, recipient: STX }, /^recipient: unknown key.*takes address, amount, stacking, wait\.$/],
  ['/devnet/v1/mine', { bitcoin: 1, block: 2 }, /^block: unknown key/],
  ['/devnet/v1/snapshots/1/restore', { force: true }, /^force: unknown key\. POST \S+ takes no body\.$/],
])('error: an unknown key of the body of %s', async (url, payload, error) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method: 'POST', url, payload });
  expect(response.statusCode).toBe(400);
  const body = response.json();
  expect(body.code).toBe('INVALID_INPUT');
  if (typeof error === 'string') expect(body.error).toBe(error);
  else expect(body.error).toMatch(error);
  expect(gateway.devnet.calls).toEqual([]);
});

test('error: a form is checked as JSON is', async () => {
  await using gateway = await testGateway();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/extended/v1/faucets/stx';
  const response = await gateway.app.inject({ method: 'POST', url, headers, payload: `address=${STX}&amout=1` });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ field: 'amout', expected: 'amount', success: false });
});

test.each([
  ['POST', `/extended/v1/faucets/btc?address=${BTC}&large=true&xlarge=true`, undefined],
  ['POST', `/extended/v1/faucets/stx?address=${STX}&stacking=true&wait=false`, undefined],
  ['POST', '/extended/v3/faucets/btc', { address: BTC, large: true }],
] as const)('behavior: parameters of the Stacks API pass, although some have no effect: %s %s', async (method, url, payload) => {
  await using gateway = await testGateway();
  expect((await gateway.app.inject({ method, url, ...(payload && { payload }) })).statusCode).toBe(200);
});

test('behavior: the node reads its own parameters', async () => {
  await using gateway = await testGateway({ node: (request, response) => response.end(request.url) });
  expect((await gateway.app.inject('/extended/v2/info?x=1')).statusCode).toBe(200);
  expect((await gateway.app.inject('/v2/pox?tip=latest&x=1')).body).toBe('/v2/pox?tip=latest&x=1');
});

test('behavior: a field that every object has is as unknown as any', async () => {
  await using gateway = await testGateway();
  const url = '/extended/v1/faucets/stx';
  const response = await gateway.app.inject({ method: 'POST', url, payload: { address: STX, toString: 1 } });
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'toString' });
});

test('default: every documented route of faucets and control refuses an unknown name, in the query and in the body', async () => {
  await using gateway = await testGateway();
  const { paths } = (await createOpenApi('1.2.3')) as { paths: Record<string, Record<string, { tags?: string[]; requestBody?: unknown }>> };
  let checked = 0;
  for (const [path, methods] of Object.entries(paths)) {
    // The bridge is served by an app of its own, and files are streams.
    if (path.startsWith('/devnet/v1/sbtc') || path === '/devnet/v1/load') continue;
    const url = path
      .replace('{txid}', BTC_TXID)
      .replace('{coin}', 'btc')
      .replace(/\{\w+\}/g, '1');
    for (const [method, { tags = [], requestBody }] of Object.entries(methods)) {
      if (!tags.includes('control') && !tags.includes('faucets')) continue;
      const call = { method: method.toUpperCase() as 'POST' };
      const query = await gateway.app.inject({ ...call, url: `${url}?madeUp=1` });
      expect.soft(query.json(), `${method} ${url} with a query`).toMatchObject({ code: 'INVALID_INPUT', field: 'madeUp' });
      checked += 1;
      if (method === 'get' || (method === 'delete' && requestBody === undefined)) continue;
      const body = await gateway.app.inject({ ...call, url, payload: { madeUp: 1 } });
      expect.soft(body.json(), `${method} ${url} with a body`).toMatchObject({ code: 'INVALID_INPUT', field: 'madeUp' });
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(60);
  expect(gateway.devnet.calls).toEqual([]);
});

test('default: no object within a body of faucets or control is open', async () => {
  const { paths } = (await createOpenApi('1.2.3')) as { paths: Record<string, Record<string, { tags?: string[]; requestBody?: unknown }>> };
  const open: string[] = [];
  const visit = (schema: unknown, where: string, isTop: boolean): void => {
    if (!isRecord(schema)) return;
    // The names of the outermost object are compared by the gateway itself, over query and body.
    if (!isTop && schema['properties'] !== undefined && schema['additionalProperties'] !== false) open.push(where);
    for (const [name, value] of Object.entries(schema)) {
      if (Array.isArray(value)) for (const item of value) visit(item, `${where}.${name}`, false);
      else visit(value, `${where}.${name}`, name === 'schema' || (isTop && !isRecord(schema['properties'])));
    }
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const { tags = [], requestBody } of Object.values(methods)) {
      if (tags.includes('control') || tags.includes('faucets')) visit(requestBody, path, true);
    }
  }
  expect(open).toEqual([]);
});

test.each([
  ['digits in the query', `/extended/v1/faucets/stx?address=${STX}&amount=5`, undefined, 'stx', STX, 5n],
  ['a number', '/extended/v1/faucets/btc', { address: BTC, amount: 5_000 }, 'btc', BTC, 5_000n],
  ['digits in the body', '/extended/v3/faucets/btc', { address: BTC, amount: '100000000' }, 'btc', BTC, 100_000_000n],
  ['sBTC', '/extended/v1/faucets/sbtc', { address: STX, amount: 1_000_000 }, 'sbtc', STX, 1_000_000n],
  ['STX of version 3', '/extended/v3/faucets/stx', { address: STX, amount: 1 }, 'stx', STX, 1n],
] as const)('behavior: a faucet pays the amount that is requested: %s', async (_name, url, payload, coin, address, amount) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method: 'POST', url, ...(payload && { payload }) });
  expect(response.statusCode).toBe(200);
  expect(gateway.devnet.calls).toEqual([[`faucet.${coin}`, address, { wait: false, amount }]]);
});

test.each([
  [0, 'received 0', undefined],
  [-1, 'received -1', undefined],
  [0.5, 'received 0.5', undefined],
  ['01', 'received "01"', undefined],
  ['1 BTC', 'received "1 BTC"', undefined],
  [true, 'received true', undefined],
  [100_000_001, 'received 100000001', ANY],
  ['999999999999999999999', 'received "999999999999999999999"', ANY],
])('error: a faucet refuses the amount %j', async (amount, received, hint) => {
  await using gateway = await testGateway();
  const response = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/btc', payload: { address: BTC, amount } });
  expect(response.statusCode).toBe(400);
  const body = response.json();
  expect(body).toMatchObject({ success: false, field: 'amount' });
  expect(body.error).toContain(`amount: expected a whole number of base units from 1 to the configured amount, 100000000, ${received}`);
  expect(body.hint).toBe(hint);
  expect(gateway.devnet.calls).toEqual([]);
});

import { expect, test } from 'vitest';
import { testGateway } from './support/gateway.js';
import { STX_TXID } from './support/memory-devnet.js';

const STX = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const BTC = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';

test.each([
  ['POST', `/extended/v1/faucets/stx?adress=${STX}`, 'adress', 'adress: unknown query parameter; did you mean address?'],
  [
    'POST',
    `/extended/v1/faucets/stx?address=${STX}&amount=5`,
    'amount',
    'amount: unknown query parameter. POST /extended/v1/faucets/stx takes address, stacking, wait. ' +
      'POST /devnet/v1/faucets/{btc,stx,sbtc} takes an amount.',
  ],
  [
    'POST',
    `/extended/v3/faucets/btc?address=${BTC}`,
    'address',
    'address: unknown query parameter. POST /extended/v3/faucets/btc takes wait. POST /devnet/v1/faucets/{btc,stx,sbtc} takes an amount.',
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
  ['POST', `/extended/v1/faucets/btc?address=${BTC}&large=true&xlarge=true`],
  ['POST', `/extended/v1/faucets/stx?address=${STX}&stacking=true&wait=false`],
] as const)('behavior: parameters of the Stacks API pass, although some have no effect: %s %s', async (method, url) => {
  await using gateway = await testGateway();
  expect((await gateway.app.inject({ method, url })).statusCode).toBe(200);
});

test("behavior: the node reads its own parameters, and a client's key of the body is suggested", async () => {
  await using gateway = await testGateway({ node: (request, response) => response.end(request.url) });
  expect((await gateway.app.inject('/extended/v2/info?x=1')).statusCode).toBe(200);
  expect((await gateway.app.inject('/v2/pox?tip=latest&x=1')).body).toBe('/v2/pox?tip=latest&x=1');
  const wrong = await gateway.app.inject({ method: 'POST', url: '/extended/v1/faucets/stx', payload: { adress: STX } });
  expect(wrong.json()).toMatchObject({ field: 'address', hint: 'Did you mean "address" instead of "adress"?' });
});

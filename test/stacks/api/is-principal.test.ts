import { expect, test } from 'vitest';
import { isPrincipal } from '#dist/stacks/api/is-principal.js';
import { testGateway } from '../../gateway/support/gateway.js';
import { ADDRESS } from '../history/support/blocks.js';

test.each([ADDRESS, `${ADDRESS}.a`, `${ADDRESS}.a-b_9`, `${ADDRESS}.${'x'.repeat(128)}`, `${ADDRESS}.a.b`])('%s is one', (text) => {
  expect(isPrincipal(text)).toBe(true);
});

test.each(['', 'x', `${ADDRESS}x`, `${ADDRESS}.`, `${ADDRESS}.9a`, `${ADDRESS}.a!`, `${ADDRESS}.${'x'.repeat(129)}`, `.a`])(
  '%s is none',
  (text) => {
    expect(isPrincipal(text)).toBe(false);
  },
);

const BAD = `${ADDRESS}.9a`;
const invalid = `invalid STX address "${BAD}"`;

/** Every route that takes a principal and judges its checksum, and what it answers to a malformed contract name. */
const ROUTES: [path: string, message: string][] = [
  ...['stx', 'balances', 'transactions', 'transactions_with_transfers', 'assets', 'stx_inbound', 'nonces'].map((name): [string, string] => [
    `v1/address/${BAD}/${name}`,
    invalid,
  ]),
  [`v1/address/${BAD}/0x${'11'.repeat(32)}/with_transfers`, invalid],
  [`v1/address/${BAD}/mempool`, 'Invalid query parameter, not a valid principal'],
  ...['stx', 'ft', 'ft/x'].map((name): [string, string] => [`v2/addresses/${BAD}/balances/${name}`, invalid]),
  [`v1/pox4/stacker/${BAD}`, invalid],
  [`v1/pox4/${BAD}/delegations`, invalid],
  [`v1/tx/events?address=${BAD}`, invalid],
  [`v1/tx?to_address=${BAD}`, `Invalid query parameter for "to_address": "${BAD}" is not a valid STX address`],
  [`v1/tx?contract_id=${BAD}`, `Invalid query parameter for "contract_id": "${BAD}" is not a valid principal`],
  ...['address', 'sender_address', 'recipient_address'].map((name): [string, string] => [
    `v1/tx/mempool?${name}=${BAD}`,
    `Error: Invalid query parameter: "${BAD}" is not a valid STX address or principal`,
  ]),
  [`v1/tokens/nft/holdings?principal=${BAD}`, 'Invalid or missing principal'],
  [`v1/tokens/nft/mints?asset_identifier=${BAD}::x`, 'Invalid or missing asset_identifier'],
];

test('behavior: a malformed contract name is 400 on every route that takes a principal', async () => {
  await using gateway = await testGateway();
  for (const [path, message] of ROUTES) {
    const response = await gateway.app.inject(`/extended/${path}`);
    expect({ path, status: response.statusCode, message: response.json().message }).toEqual({ path, status: 400, message });
  }
  expect((await gateway.app.inject(`/extended/v1/search/${BAD}`)).json()).toMatchObject({ result: { entity_type: 'invalid_term' } });
});

test('behavior: a parameter of a path has up to 100 characters', async () => {
  await using gateway = await testGateway();
  const ask = (length: number) => gateway.app.inject(`/extended/v1/tokens/ft/${'a'.repeat(length)}/holders`);
  expect((await ask(100)).statusCode).not.toBe(414);
  const response = await ask(101);
  expect(response.statusCode).toBe(414);
  expect(response.json()).toMatchObject({ statusCode: 414, code: 'FST_ERR_MAX_PARAM_LENGTH' });
});

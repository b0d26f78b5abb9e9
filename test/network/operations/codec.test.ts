import { expect, test } from 'vitest';
import { type AnyCodec, amount, list, object, optional, record, write } from '#dist/network/operations/codec.js';
import { named, requestOf } from '#dist/network/operations.js';

const coins = amount('a whole number');

test.each([
  ['an object', object({ fee: optional(coins) })],
  ['a list', list(coins)],
  ['a record', record(coins, 'amounts by name')],
])('error: %s leaves what is of another type as it is, for the gateway to refuse it', (_, codec) => {
  for (const given of [-1, 'no', true]) expect(write(codec as AnyCodec, given)).toBe(given);
});

test.each([undefined, 5n, 'text'])('error: INVALID_INPUT for %s in place of the bytes of a file', (state) => {
  expect(() => requestOf(named('loadState'), { state })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'state' }));
});

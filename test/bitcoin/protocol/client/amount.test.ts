import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBtc, toSats } from '#dist/bitcoin/protocol/client/amount.js';

test.each([
  [1, 100_000_000n],
  [0.00000001, 1n],
  [20999999.9769, 2_099_999_997_690_000n],
  ['20999999.97690000', 2_099_999_997_690_000n],
  [-0.5, -50_000_000n],
  [0.1 + 0.2, 30_000_000n],
])('default: %s BTC', (btc, sats) => {
  expect(toSats(btc)).toBe(sats);
});

test('behavior: every amount that can be survives as a number and as text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (sats) => {
      const text = `${sats / 100_000_000n}.${`${sats % 100_000_000n}`.padStart(8, '0')}`;
      return toSats(text) === sats && toSats(Number(text)) === sats;
    }),
  );
});

test.each([['abc'], [null], [undefined], ['1.123456789'], [Number.NaN]])('error: %s is no amount', (value) => {
  expect(() => toSats(value)).toThrow(expect.objectContaining({ code: 'RPC' }));
});

test('default: amounts for people', () => {
  expect([0n, 1n, 150_000_000n, 1_000_000_000n].map(formatBtc)).toEqual(['0 BTC', '0.00000001 BTC', '1.5 BTC', '10 BTC']);
});

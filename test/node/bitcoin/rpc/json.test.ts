import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, LARGEST_INT64, stringify } from '#dist/node/bitcoin/rpc/json.js';
import { parseAmount } from '#dist/node/bitcoin/rpc/parse-amount.js';

test.each<[Json, string]>([
  [LARGEST_INT64, '9223372036854775807'],
  [Number.POSITIVE_INFINITY, '1e999'],
  [Number.NEGATIVE_INFINITY, '-1e999'],
  [0n, '0.00000000'],
  [1n, '0.00000001'],
  [-1n, '-0.00000001'],
  [2_100_000_000_000_000n, '21000000.00000000'],
  [4.6565423739069247e-10, '4.656542373906925e-10'],
  [1.2751339582416326e-8, '1.275133958241633e-08'],
  [0.5, '0.5'],
  [5, '5'],
  [null, 'null'],
  [{ a: undefined, b: [1n, true], 'c"': 'ü\n' }, '{"b":[0.00000001,true],"c\\"":"ü\\n"}'],
])('default: %s is %s', (value, text) => {
  expect(stringify(value)).toBe(text);
});

test('behavior: values without amounts are as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(stringify(value as Json))).toEqual(JSON.parse(JSON.stringify(roundTo16(value))));
    }),
  );
});

/** Core writes 16 digits, one fewer than a double may need. */
function roundTo16(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(Number.isInteger(value) ? 17 : 16));
  if (Array.isArray(value)) return value.map(roundTo16);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, roundTo16(item)]));
}

test('behavior: an amount written is the amount read, as number and as text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (sats) => {
      expect(parseAmount(stringify(sats))).toBe(sats);
      expect(parseAmount(JSON.parse(stringify(sats)))).toBe(sats);
    }),
  );
});

test.each([
  ['1e-8', 1n],
  [1e-8, 1n],
  ['0.10', 10_000_000n],
  ['1E3', 100_000_000_000n],
  ['0', 0n],
])('behavior: %s is %s sats', (value, sats) => {
  expect(parseAmount(value)).toBe(sats);
});

test.each([
  ['', 'Invalid amount'],
  ['1.', 'Invalid amount'],
  ['.1', 'Invalid amount'],
  ['01', 'Invalid amount'],
  ['+1', 'Invalid amount'],
  ['1 ', 'Invalid amount'],
  ['0x1', 'Invalid amount'],
  ['0.000000001', 'Invalid amount'],
  [1e-9, 'Invalid amount'],
  ['-0.1', 'Amount out of range'],
  ['21000000.00000001', 'Amount out of range'],
  [null, 'Amount is not a number or string'],
  [[1], 'Amount is not a number or string'],
])('error: %s: %s', (value, message) => {
  expect(() => parseAmount(value)).toThrow(message);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount } from '#dist/bitcoin/node/rpc/arguments/parse-amount.js';
import { type Json, LARGEST_INT64, Numeral, stringify, stringifyInTurns } from '#dist/bitcoin/node/rpc/json/json.js';
import { toInt32, toInteger, toUint32 } from '#dist/bitcoin/node/rpc/json/numeral.js';
import { parseJson } from '#dist/bitcoin/node/rpc/json/parse-json.js';
import { codePoints } from '#dist/clients/property/code-points.js';

test.each<[Json, string]>([
  [LARGEST_INT64, '9223372036854775807'],
  [new Numeral('1.50'), '1.50'],
  [0n, '0.00000000'],
  [1n, '0.00000001'],
  [-1n, '-0.00000001'],
  [2_100_000_000_000_000n, '21000000.00000000'],
  [4.6565423739069247e-10, '4.656542373906925e-10'],
  [1.2751339582416326e-8, '1.275133958241633e-08'],
  // Its shortest digits are 15.
  [226 / 472_148_198, '4.786632691966771e-07'],
  [0.5, '0.5'],
  [5, '5'],
  [null, 'null'],
  [{ a: undefined, b: [1n, true], 'c"': 'ü\n' }, '{"b":[0.00000001,true],"c\\"":"ü\\n"}'],
])('default: %s is %s', (value, text) => {
  expect(stringify(value)).toBe(text);
});

test('behavior: values without amounts are as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: codePoints }), (value) => {
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
      expect(parseAmount(parseJson(stringify(sats)))).toBe(sats);
    }),
  );
});

test.each([
  ['1e-8', 1n],
  [new Numeral('1e-8'), 1n],
  ['0.10', 10_000_000n],
  ['1E3', 100_000_000_000n],
  ['0', 0n],
])('behavior: %o is %s sats', (value, sats) => {
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
  [new Numeral('1e-9'), 'Invalid amount'],
  ['-0.1', 'Amount out of range'],
  ['21000000.00000001', 'Amount out of range'],
  [null, 'Amount is not a number or string'],
  [[1], 'Amount is not a number or string'],
])('error: %o: %s', (value, message) => {
  expect(() => parseAmount(value)).toThrow(message);
});

test('behavior: what is read is what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: codePoints }), fc.constantFrom(0, 1, 2, '\t'), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      expect(JSON.parse(stringify(parseJson(spaced)))).toEqual(JSON.parse(text));
    }),
  );
});

test('behavior: text with a mistake is one here, too', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.nat(3), fc.string({ maxLength: 3 }), (text, at, cut, insert) => {
      const changed = text.slice(0, at % text.length) + insert + text.slice((at % text.length) + cut);
      expect(isJson(changed, parseJson)).toBe(isJson(changed, JSON.parse));
    }),
    { numRuns: 2_000 },
  );
});

function isJson(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
}

test('behavior: numbers go back as they came', () => {
  for (const text of ['1.50', '-0', '1e3', '18446744073709551615', '1e400']) expect(stringify(parseJson(`[${text}]`))).toBe(`[${text}]`);
});

test('behavior: of a key that comes twice the first counts', () => {
  expect(stringify(parseJson('{"a":1,"b":2,"a":3,"b":4}'))).toBe('{"a":1,"b":2}');
});

test.each(['['.repeat(513) + ']'.repeat(513), '{"a":'.repeat(513)])('error: %.20s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test.each<[string, unknown[]]>([
  ['-0', [0, 0, 0]],
  ['2147483648', [2_147_483_648, 'range', 2_147_483_648]],
  ['-1', [-1, -1, 'range']],
  ['9223372036854775807', [2 ** 63, 'range', 'range']],
  ['9223372036854775808', ['range', 'range', 'range']],
  ['1.0', ['range', 'range', 'range']],
  ['1e3', ['range', 'range', 'range']],
])('behavior: %s as a whole number', (text, expected) => {
  const read = (convert: (value: unknown) => number) => {
    try {
      return convert(new Numeral(text));
    } catch (error) {
      expect(error).toMatchObject({ code: -1, message: 'JSON integer out of range' });
      return 'range';
    }
  };
  expect([toInteger, toInt32, toUint32].map(read)).toEqual(expected);
});

test('behavior: JSON that is written in turns is the same', async () => {
  const list = Array.from({ length: 300 }, (_, index) => ({
    index,
    amount: BigInt(index),
    rate: index / 3,
    none: undefined,
    deep: [[index]],
  }));
  const values: Json[] = [null, 'é"', 1n, 0.1, [], {}, list, { error: null, result: { list, more: [list, 2] }, id: undefined }];
  for (const value of values) expect(await stringifyInTurns(value)).toBe(stringify(value));
});

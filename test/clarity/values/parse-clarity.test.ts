import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AsciiValue,
  BufferValue,
  boolOf,
  clarityText,
  errOf,
  findPrincipal,
  IntValue,
  listOfDerived,
  NONE,
  okOf,
  parseClarity,
  someOf,
  tupleOfEntries,
  UIntValue,
  Utf8Value,
  type Value,
} from '#dist/clarity/values.js';
import { codePoints } from '#dist/clients/property/code-points.js';

const ACCOUNT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;
const ascii = (text: string): Value => new AsciiValue(text);
const utf8 = (value: string): Value => new Utf8Value([...value]);
const uint = (value: bigint): Value => new UIntValue(value);
const principal = (text: string): Value => {
  const value = findPrincipal(text);
  if (value === undefined) throw new RangeError(text);
  return value;
};

test.each<[string, Value]>([
  ['u0', uint(0n)],
  [`u${MAX_UINT}`, uint(MAX_UINT)],
  [`${MAX_INT}`, new IntValue(MAX_INT)],
  [`-${MAX_INT + 1n}`, new IntValue(-MAX_INT - 1n)],
  ['true', boolOf(true)],
  ['0x', new BufferValue(Uint8Array.of())],
  ['0X0a', new BufferValue(Uint8Array.of(10))],
  ['0x00fF', new BufferValue(Uint8Array.of(0, 255))],
  ['""', ascii('')],
  ['"a\\"b\\\\c\\n\\t"', ascii('a"b\\c\n\t')],
  ['"a (b) ; c, d: {e}"', ascii('a (b) ; c, d: {e}')],
  ['u"ü\\u{1F600}"', utf8('ü😀')],
  ['"a\\u{c}b"', ascii('a\fb')],
  ["'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM", principal(ACCOUNT)],
  ["'SP000000000000000000002Q6VF78.pox_4-x", principal('SP000000000000000000002Q6VF78.pox_4-x')],
  ['.counter', principal(`${ACCOUNT}.counter`)],
  ['none', NONE],
  ['(some (some none))', someOf(someOf(NONE))],
  ['(ok u1)', okOf(uint(1n))],
  ['(err "no")', errOf(ascii('no'))],
  ['(list)', listOfDerived([])],
  ['(list u1\n  u2)', listOfDerived([uint(1n), uint(2n)])],
  [
    '{token-id: u1,a:u2 , }',
    tupleOfEntries([
      ['a', uint(2n)],
      ['token-id', uint(1n)],
    ]),
  ],
  [
    '(tuple (b u1) (a? none))',
    tupleOfEntries([
      ['a?', NONE],
      ['b', uint(1n)],
    ]),
  ],
  ['  (some ; why\n u1 )  ', someOf(uint(1n))],
])('default: %s', (text, value) => {
  expect(parseClarity(text, ACCOUNT)).toEqual(value);
  expect(parseClarity(clarityText(value), ACCOUNT)).toEqual(value);
});

describe('errors', () => {
  test.each<[string, number, string]>([
    ['', 1, 'expected a value, found the end'],
    ['foo', 1, 'foo is not a value. Write text in double quotes: "foo"'],
    [`u${MAX_UINT + 1n}`, 1, 'the number does not fit into the 128 bits of uint'],
    [`-${MAX_INT + 2n}`, 1, 'the number does not fit into the 128 bits of int'],
    ['u-1', 1, 'u-1 is not a value. Write text in double quotes: "u-1"'],
    ['1.5', 1, '1.5 is not a value'],
    ['0xabc', 1, 'expected an even number of hex digits after 0x'],
    ['"abc', 1, 'the string has no closing quote'],
    ['"abc\\"', 1, 'the string has no closing quote'],
    ['"é"', 1, 'a string-ascii has ASCII characters only. Write u"…" for other characters'],
    ['"a\\q"', 3, 'unknown escape \\q'],
    ['u"a\\u{110000}"', 4, 'unknown escape \\u{110000}'],
    ['u"\\u{d800}"', 3, 'unknown escape \\u{d800}'],
    [ACCOUNT, 1, `${ACCOUNT} is not a value. Write a quote before a principal: '${ACCOUNT}`],
    [`'${ACCOUNT.slice(0, -1)}A`, 1, `${ACCOUNT.slice(0, -1)}A is not a principal: it is cut off or mistyped`],
    [`'${ACCOUNT.toLowerCase()}`, 1, `${ACCOUNT.toLowerCase()} is not a principal: it is cut off or mistyped`],
    ['.1x', 1, '.1x is not the name of a contract'],
    ['(some u1', 9, 'expected ), found the end'],
    ['(some)', 6, ') is not a value'],
    ['(list u1 oops)', 10, 'oops is not a value. Write text in double quotes: "oops"'],
    ['(+ 1 2)', 2, 'expected some, ok, err, list or tuple after (, found +'],
    ['{a: u1, a: u2}', 9, 'the field a is given twice'],
    ['{}', 2, 'expected the name of a field, found }'],
    ['{a u1}', 4, 'expected :, found u1'],
    ['{a: u1', 7, 'expected }, found the end'],
    ['(tuple)', 7, 'expected (, found )'],
    ['u1 u2', 4, 'expected the end, found u2'],
    ['(list u1 2)', 2, 'the items of a list must have one type'],
    [`(some 0x${'00'.repeat(2 ** 20)})`, 2, 'the value is larger than 1 MiB'],
    [`${'(some '.repeat(16)}u1${')'.repeat(16)}`, 97, 'values may be nested 16 deep'],
  ])('error: %s', (text, column, message) => {
    expect(() => parseClarity(text, ACCOUNT)).toThrow(expect.objectContaining({ name: 'ClaritySyntaxError', column, message }));
  });

  test('error: a contract of nobody', () => {
    expect(() => parseClarity('.counter')).toThrow('.counter is not a value');
  });
});

/** Values that a transaction can hold, of any nesting. */
const values = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.bigInt(0n, MAX_UINT).map(uint),
    fc.bigInt(-MAX_INT - 1n, MAX_INT).map((value): Value => new IntValue(value)),
    fc.boolean().map(boolOf),
    fc.uint8Array({ maxLength: 8 }).map((value): Value => new BufferValue(Uint8Array.from(value))),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }).map(ascii),
    fc.string({ unit: codePoints }).map(utf8),
    fc.constantFrom(principal(ACCOUNT), principal(`${ACCOUNT}.x`), NONE),
    fc.tuple(fc.constantFrom(someOf, okOf, errOf), tie('value')).map(([wrap, value]): Value => wrap(value)),
    fc.tuple(fc.nat({ max: 3 }), tie('value')).map(([length, item]): Value => listOfDerived(Array.from({ length }, () => item))),
    fc
      .dictionary(fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9\-_!?+<>=/*]{0,8}$/), tie('value'), { minKeys: 1, maxKeys: 3 })
      .map((fields): Value => tupleOfEntries(Object.entries(fields))),
  ),
})).value;

test('behavior: every value is read as it was written', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(parseClarity(clarityText(value))).toEqual(value);
    }),
  );
});

import { expect, test } from 'vitest';
import { field, parseExactJson, readBig, readNumber, readObject, toJson } from '#dist/json.js';

test('default: whole numbers of any size are exact', () => {
  const answer = readObject(
    parseExactJson('{"a":57665140000000001,"b":340282366920938463463374607431768211455,"c":12,"d":"0xff"}'),
    'answer',
  );
  expect(['a', 'b', 'c', 'd'].map((name) => readBig(answer, name))).toEqual([57_665_140_000_000_001n, 2n ** 128n - 1n, 12n, 255n]);
});

test('behavior: digits in text, fractions and exponents stay what they are', () => {
  expect(parseExactJson('{"text":"\\"1234567890123456789\\"","f":0.1234567890123456,"e":1e20,"n":-1234567890123456789}')).toEqual({
    text: '"1234567890123456789"',
    f: 0.1234567890123456,
    e: 1e20,
    n: '-1234567890123456789',
  });
});

test.each([['1.5'], ['"twelve"'], ['null'], ['{}']])('error: %s is no whole number', (value) => {
  const answer = readObject(parseExactJson(`{"a":${value}}`), 'answer');
  expect(() => readBig(answer, 'a')).toThrow(expect.objectContaining({ code: 'RPC' }));
  expect(() => readNumber(answer, 'a')).toThrow(expect.objectContaining({ code: 'RPC' }));
  expect(field(answer, 'b')).toBeUndefined();
});

test('behavior: bigints are written exactly', () => {
  expect(toJson({ amount: 2n ** 128n - 1n })).toBe('{"amount":"340282366920938463463374607431768211455"}');
});

import { expect, test } from 'vitest';
import { field, formatJson, listOf, parseExactJson, parseJson, readBig, readNumber, readObject, toJson } from '#dist/base/json.js';

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

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('behavior: brackets in text are no levels', () => {
  const text = '['.repeat(5_000);
  expect(parseJson(JSON.stringify([text, `"${text}`]))).toEqual([text, `"${text}`]);
  expect(parseJson(`[${'[],'.repeat(5_000)}[]]`)).toHaveLength(5_001);
});

test.each([1_001, 20_000, 4_000_000])('error: JSON of %d levels is not read', (levels) => {
  expect(() => parseJson(nested(levels))).toThrow('JSON of more than 1000 levels');
  expect(() => parseExactJson(`{"a":${nested(levels)}}`)).toThrow(SyntaxError);
});

test.each<[string, unknown, string]>([
  ['a deep list', JSON.parse(nested(1_000)), 'a list of 1'],
  ['a wide list', Array.from({ length: 100_000 }, () => 'x'), 'a list of 100000'],
  ['a long text', 'x'.repeat(100_000), `"${'x'.repeat(116)}...`],
  ['nothing', undefined, 'absent'],
])('error: a message shows of %s what it is', (_, value, shown) => {
  expect(() => readObject(value, 'answer')).toThrow(`the node's answer is not understood: answer should be an object and is ${shown}`);
  expect(() => listOf({ value }, 'answer')).toThrow('answer should be a list and is an object with value');
});

test('behavior: the form of a bigint is the same where bigints have a toJSON', () => {
  const parts = { amount: 5n, list: [6n], text: '7' };
  const format = () => formatJson(parts, (integer) => ({ integer: `${integer}` }));
  const expected = '{"amount":{"integer":"5"},"list":[{"integer":"6"}],"text":"7"}';
  const before = Object.getOwnPropertyDescriptor(BigInt.prototype, 'toJSON');
  try {
    Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    expect(format()).toBe(expected);
    Object.defineProperty(BigInt.prototype, 'toJSON', { value: (): string => 'other', configurable: true });
    expect(format()).toBe(expected);
  } finally {
    Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    if (before !== undefined) Object.defineProperty(BigInt.prototype, 'toJSON', before);
  }
});

import { expect, test } from 'vitest';
import { at, FormatError } from '#dist/base/storage/format-error.js';
import {
  dictionary,
  double,
  either,
  flag,
  hex,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  pattern,
  readJson,
  type Schema,
  text,
  variants,
  whole,
} from '#dist/base/storage/schema.js';

type Shape = { at: 'circle'; radius: number } | { at: 'point' };
const SHAPE = variants<Shape, 'at'>('at', { circle: { radius: whole(1, 5) }, point: {} });
type Thing = { name: string; size?: number | undefined; parts: [string, Shape][] };
const THING = object<Thing>({ name: text(5), size: optional(double(0, 1)), parts: list(pair(hex(2), SHAPE), 2) });

test('default: a value is read as it is, in its order; other fields are left out', () => {
  const json = '{"parts":[["0a0B",{"at":"circle","radius":5}],["ffff",{"at":"point"}]],"size":0.5,"name":"a"}';
  expect(JSON.stringify(readJson(THING, json))).toBe(json);
  expect(readJson(THING, '{"name":"","parts":[],"more":1}')).toEqual({ name: '', parts: [] });
  expect(dictionary(flag).read(JSON.parse('{"__proto__":true}'))).toEqual(JSON.parse('{"__proto__":true}'));
  expect(nullable(text()).read(null)).toBe(null);
});

test.each([
  [THING, 'null', 'expected an object, received null'],
  [THING, '{', 'expected JSON, received "{"'],
  [THING, '{"parts":[]}', 'name: expected text of at most 5 characters, received nothing'],
  [THING, '{"name":"abcdef","parts":[]}', 'name: expected text of at most 5 characters, received "abcdef"'],
  [THING, '{"name":"a","size":2,"parts":[]}', 'size: expected a number from 0 to 1, received 2'],
  [THING, '{"name":"a","parts":{}}', 'parts: expected a list, received an empty object'],
  [THING, '{"name":"a","parts":[1,2,3]}', 'parts: expected a list of at most 2 items, received 3'],
  [THING, '{"name":"a","parts":[["ff",{}]]}', 'parts[0][0]: expected 2 bytes of hex, received "ff"'],
  [THING, '{"name":"a","parts":[["ffff"]]}', 'parts[0]: expected a list of two, received a list'],
  [THING, '{"name":"a","parts":[["ffff",{"at":"circle","radius":1e9}]]}', 'parts[0][1].radius: expected a whole number from 1 to 5'],
  [THING, '{"name":"a","parts":[["ffff",{"at":"constructor"}]]}', 'parts[0][1].at: expected circle or point, received "constructor"'],
  [oneOf('a', 'b'), '"c"', 'expected a or b, received "c"'],
  [whole(), '9007199254740993', 'expected a whole number from 0 to 9007199254740991'],
  [whole(-1), '-1.5', 'expected a whole number from -1'],
  [hex(undefined, '0x'), '"0xabc"', 'expected an even number of bytes of hex with 0x'],
  [pattern('digits', /^\d+$/), '"a secret that is longer than twenty"', 'expected digits, received text of 35 characters'],
  [dictionary(whole()), '{"a":{"b":1}}', 'a: expected a whole number'],
  [either(text(), (value) => typeof value === 'string', flag), '1', 'expected true or false, received 1'],
] as [Schema<unknown>, string, string][])('error: %o of %s', (schema, json, message) => {
  expect(() => readJson(schema, json)).toThrow(FormatError);
  expect(() => readJson(schema, json)).toThrow(message);
});

test('behavior: the error of a step has its place; a message for users stays', () => {
  const fail = (error: Error) => () =>
    at('blocks', () =>
      at(7, () => {
        throw error;
      }),
    );
  expect(fail(new RangeError('too short'))).toThrow('blocks[7]: expected what this program writes, received too short');
  expect(fail(new FormatError('text', '5', ['name']))).toThrow('blocks[7].name: expected text, received 5');
});

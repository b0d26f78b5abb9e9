import { expect, test } from 'vitest';
import { interfaceType } from '#dist/clarity/types/abi.js';
import { displayType, parseAbiType } from '#dist/clarity/types.js';

test.each<[unknown, string]>([
  [{ tuple: [{ name: 'a', type: { list: { type: { optional: 'uint128' }, length: 3 } } }] }, '(tuple (a (list 3 (optional uint))))'],
  [{ response: { ok: 'trait_reference', error: 'none' } }, '(response trait UnknownType)'],
  [{ 'string-ascii': { length: 4 } }, '(string-ascii 4)'],
  [{ 'string-utf8': { length: 4 } }, '(string-utf8 4)'],
  [
    {
      tuple: [
        { name: 'to', type: 'principal' },
        { name: 'data', type: { buffer: { length: 0 } } },
      ],
    },
    '(tuple (data (buff 0)) (to principal))',
  ],
  ['int128', 'int'],
  ['bool', 'bool'],
])('default: %j is %s', (json, text) => {
  expect(displayType(parseAbiType(json))).toBe(text);
});

test.each([
  'uint128',
  { list: { type: { response: { ok: 'trait_reference', error: 'none' } }, length: 3 } },
  { tuple: [{ name: 'a', type: { optional: { buffer: { length: 1 } } } }] },
])('behavior: %j is written as it was read', (json) => {
  expect(interfaceType(parseAbiType(json))).toEqual(json);
});

test('error: what is not a type', () => {
  expect(() => parseAbiType({ list: 5 })).toThrow(TypeError);
});

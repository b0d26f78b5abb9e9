import { expect, test } from 'vitest';
import { parseAbiType } from '#dist/stacks/protocol/codec/contract/abi.js';

test('default: types of a contract interface', () => {
  const type = { tuple: [{ name: 'a', type: { list: { type: { optional: 'uint128' }, length: 3 } } }] };
  const item = { kind: 'optional', inner: { kind: 'uint' } };
  expect(parseAbiType(type)).toEqual({ kind: 'tuple', fields: [['a', { kind: 'list', length: 3, item }]] });
  expect(parseAbiType({ response: { ok: 'trait_reference', error: 'none' } })).toEqual({
    kind: 'response',
    ok: { kind: 'trait' },
    err: { kind: 'unknown' },
  });
  expect(parseAbiType({ 'string-ascii': { length: 4 } })).toEqual({ kind: 'string-ascii', length: 4 });
});

test('error: what is not a type', () => {
  expect(() => parseAbiType({ list: 5 })).toThrow(TypeError);
});

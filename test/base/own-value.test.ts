import { expect, test } from 'vitest';
import { ownValue } from '#dist/base/own-value.js';
import { categoriesOf } from '#dist/bitcoin/log-categories.js';
import { calledContracts } from '#dist/clarity/uses/called-contracts.js';
import { readType } from '#dist/stacks/node/clarity/fork-source/json-type.js';

const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

test('default: what an object has', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1);
  expect(ownValue({ a: 1 }, 'b')).toBeUndefined();
});

test.each(INHERITED)('behavior: %s, which every object has, is unknown to each table of names', (name) => {
  expect(ownValue({ a: 1 }, name)).toBeUndefined();
  expect(categoriesOf(name)).toBeUndefined();
  expect(calledContracts(`(${name} .other)`, 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.own')).toEqual(new Set());
  expect(() => readType(name)).toThrow(expect.objectContaining({ code: 'RPC' }));
});

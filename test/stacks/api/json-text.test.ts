import { expect, test } from 'vitest';
import { jsonbText, jsonContains } from '#dist/stacks/api/json-text.js';

test('jsonbText sorts keys by length, then by bytes, at all depths', () => {
  const text = jsonbText({ name: 'x', args: [{ type: 'bool', b: 1, a: 2 }], ü: 1, zz: null });
  expect(text).toBe('{"zz":null,"ü":1,"args":[{"a":2,"b":1,"type":"bool"}],"name":"x"}');
});

test.each([
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2, 3], [3, 1, 1], true],
  [[1, 2], [3], false],
  [[{ type: 'bool', name: 'x' }], [{ type: 'bool' }], true],
  [[{ type: 'bool' }], [], true],
  [{ a: [1] }, { a: 1 }, false],
  ['bool', 'bool', true],
  [null, {}, false],
])('jsonContains: %j contains %j: %s', (whole, part, expected) => {
  expect(jsonContains(whole, part)).toBe(expected);
});

import { expect, test } from 'vitest';
import { formatUnits } from '#dist/base/units.js';
import { table } from '#dist/cli/output.js';

test.each([
  ['0', 8, '0'],
  ['1', 8, '0.00000001'],
  ['100000000', 8, '1'],
  ['150000000', 8, '1.5'],
  ['100000000000000', 6, '100000000'],
  ['340282366920938463463374607431768211455', 6, '340282366920938463463374607431768.211455'],
  ['undefined', 6, 'undefined'],
])('default: %s with %i decimals is %s', (units, decimals, text) => {
  expect(formatUnits(units, decimals)).toBe(text);
});

test('default: columns are as wide as their widest cell, without trailing spaces', () => {
  expect(
    table([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toEqual(['a    bb  c', 'aaa  b']);
});

import { expect, test } from 'vitest';
import { isSince, negotiate } from '#dist/bitcoin/electrum/version.js';

test.each([
  ['1.4', '1.4'],
  [['1.4', '1.6'], '1.6'],
  [['1.4', '1.4.2'], '1.4.2'],
  [['1.2', '1.4.9'], '1.4.2'],
  [['1.6', '2.0'], '1.6'],
  [['1.4.0', '1.4.0'], '1.4'],
  [['1.1', '1.3'], undefined],
  [['1.7', '1.8'], undefined],
  [['1.5', '1.5'], undefined],
  [['1.6', '1.4'], undefined],
  [['1.4'], undefined],
  ['newest', undefined],
  [1.4, undefined],
])('default: a client of %j speaks %s', (wanted, version) => {
  expect(negotiate(wanted)).toBe(version);
});

test('behavior: versions are ordered', () => {
  expect([isSince('1.6', '1.4.2'), isSince('1.4.2', '1.4.2'), isSince('1.4.1', '1.4.2')]).toEqual([true, true, false]);
});

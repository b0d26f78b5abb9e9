import { expect, test } from 'vitest';
import { isHexBytes } from '#dist/base/hex-digits.js';

test.each([
  ['no byte', ''],
  ['one byte', '00'],
  ['digits of both cases', '09afAF'],
  ['megabytes', 'c0ffee'.repeat(1_000_000)],
])('default: %s', (_, text) => {
  expect(isHexBytes(text)).toBe(true);
});

// The last ones have codes whose low bytes are those of digits.
test.each(['0', '0g', 'g0', ' 00', '00 ', '0x00', '-1', '/:', '@G', '`g', 'ü0', 'İ0', '０0'])('error: %j is no bytes', (text) => {
  expect(isHexBytes(text)).toBe(false);
});

test('error: megabytes with one wrong digit at the end', () => {
  expect(isHexBytes(`${'00'.repeat(1_000_000)}0g`)).toBe(false);
});

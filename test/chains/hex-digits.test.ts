import { expect, test } from 'vitest';
import { isHexBytes } from '#dist/chains/hex-digits.js';

test.each(['', '00', '09afAF', 'c0ffee'.repeat(1_000_000)])('default: bytes: %.6s', (text) => {
  expect(isHexBytes(text)).toBe(true);
});

// The last ones have codes whose low bytes are those of digits.
test.each(['0', '0g', 'g0', ' 00', '00 ', '0x00', '-1', '/:', '@G', '`g', 'ü0', 'İ0', '０0', `${'00'.repeat(1_000_000)}0g`])(
  'error: no bytes: %.6s',
  (text) => {
    expect(isHexBytes(text)).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { showMemo } from '#dist/stacks/api/show/memo.js';

// As `memoToString` of the real API's codec.
test.each([
  ['68656c6c6f00000000', 'hello'],
  ['00', ''],
  ['', ''],
  ['0068690000', 'hi'],
  ['6100620000', 'a b'],
  ['610a0d0962', 'a b'],
  ['2020612020622020', 'a b'],
  ['7f80', ''],
  ['ffc3a9', 'é'],
  ['61c328', 'a ('],
  ['efbfbd61efbfbd', 'a'],
  ['f09f9880', '😀'],
  ['67 72 c3bc c39f 65 0a 2020 766f6e 09 6d6972', 'grüße von mir'],
  // A flag, a letter with its accent and a family are several code points each, and stay whole.
  ['f09f87b3f09f87b120 6869', '🇳🇱 hi'],
  ['79cc86', 'y̆'],
  ['f09f91a8e2808df09f91a9', '👨‍👩'],
  // Alone, what joins, hides or is not assigned has no shape.
  ['61c2ad62', 'a b'],
  ['61e280ae62', 'a b'],
  ['61ee808062', 'a b'],
  ['61c2a062e3808063', 'a b c'],
])('memo %s is %j', (hex, repr) => {
  const given = `0x${hex.replaceAll(' ', '')}`;
  expect(showMemo(given)).toEqual({ hex: given, repr });
});

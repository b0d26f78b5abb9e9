import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeWithdrawalIds, encodeWithdrawalIds } from '#dist/sbtc/bridge/withdrawal-ids.js';

// Vectors of stacks-sbtc/sbtc: sbtc/src/idpack/codec/encoder.rs.
test.each([
  [[], []],
  [[10n], [10, 0]],
  [
    [10n, 11n, 12n],
    [10, 1, 0b11],
  ],
  [
    [10n, 11n, 18n],
    [10, 1, 0b10000001],
  ],
  [
    [10n, 11n, 18n, 26n],
    [10, 2, 0b10000001, 0b10000000],
  ],
  [
    [10n, 11n, 12n, 100n, 101n, 200n, 201n, 202n, 203n],
    [10, 1, 0b11, 88, 1, 0b1, 99, 1, 0b111],
  ],
  [[300n], [0xac, 0x02, 0]],
])('ids of %#: encoded as sBTC does, and back', (ids: bigint[], bytes: number[]) => {
  expect([...encodeWithdrawalIds(ids)]).toEqual(bytes);
  expect(decodeWithdrawalIds(Uint8Array.from(bytes))).toEqual(ids);
});

test('every list of ids comes back', () => {
  const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10_000_000n }), { maxLength: 60 }).map((list) => list.sort((a, b) => Number(a - b)));
  fc.assert(
    fc.property(ids, (list) => {
      expect(decodeWithdrawalIds(encodeWithdrawalIds(list))).toEqual(list);
    }),
  );
});

test('error: bytes that end too early, or a number that does not end', () => {
  expect(decodeWithdrawalIds(Uint8Array.of(10))).toBeUndefined();
  expect(decodeWithdrawalIds(Uint8Array.of(10, 2, 1))).toBeUndefined();
  expect(decodeWithdrawalIds(new Uint8Array(20).fill(0xff))).toBeUndefined();
});

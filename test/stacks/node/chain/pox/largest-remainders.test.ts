import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestRemainders } from '#dist/stacks/node/chain/pox/largest-remainders.js';

/** In micro-STX. */
const STAKE = 50_000_000_000n;
const share = (amounts: Record<string, bigint>, slots: bigint) =>
  Object.fromEntries(largestRemainders(new Map(Object.entries(amounts)), slots));

test.each([
  ['one signer has all slots', { a: 100_000_000_000n }, { a: 30n }],
  ['three equal ones', { a: STAKE, b: STAKE, c: STAKE }, { a: 10n, b: 10n, c: 10n }],
  ['as recorded of a stacks-node 4.0.2', { a: 50_000_000_000n, b: 55_000_000_000n }, { a: 14n, b: 16n }],
  ['of equal remainders the smaller keys', { c: STAKE, b: STAKE, a: STAKE, d: STAKE }, { a: 8n, b: 8n, c: 7n, d: 7n }],
])('default: %s', (_, amounts, expected) => {
  expect(share(amounts as unknown as Record<string, bigint>, 30n)).toEqual(expected);
});

test('behavior: more equal signers than slots: the smallest keys have one each', () => {
  expect(share({ d: 1n, c: 1n, b: 1n, a: 1n }, 3n)).toEqual({ a: 1n, b: 1n, c: 1n });
});

test('behavior: at most all slots, one more than the share at most, whatever the order', () => {
  const amounts = fc.dictionary(fc.stringMatching(/^[0-9a-f]{1,3}$/), fc.bigInt(1n, 10n ** 16n), { minKeys: 1, maxKeys: 40 });
  fc.assert(
    fc.property(amounts, fc.bigInt(1n, 60n), (stakes, slots) => {
      const shares = share(stakes, slots);
      const total = Object.values(stakes).reduce((sum, amount) => sum + amount, 0n);
      expect(Object.values(shares).reduce((sum, count) => sum + count, 0n)).toBeLessThanOrEqual(slots);
      for (const [key, count] of Object.entries(shares)) expect(count).toBeLessThanOrEqual(((stakes[key] ?? 0n) * slots) / total + 1n);
      expect(share(Object.fromEntries(Object.entries(stakes).reverse()), slots)).toEqual(shares);
    }),
  );
});

import { describe, expect, test } from 'vitest';
import { changeAmounts, DUST, feeOf } from '#dist/network/faucet/btc/change.js';

const script = new Uint8Array(22);
const changeScript = new Uint8Array(22).fill(1);
const request = { inputs: 1, script, changeScript, usable: 50 };
/** The fee of a payment with one input and some outputs for change. */
const fee = (parts: number): bigint => feeOf(1, [script, ...Array.from<Uint8Array>({ length: parts }).fill(changeScript)]);

test('the fee is two sats per virtual byte', () => {
  // BIP141: one P2WPKH input of 68 vB, an output of 31 vB each, and 10.5 vB besides, rounded up. DER signatures may be a byte longer.
  expect(fee(1)).toBeGreaterThanOrEqual(2n * 140n);
  expect(fee(1)).toBeLessThanOrEqual(2n * 143n);
  expect(fee(2) - fee(1)).toBe(2n * 31n);
});

describe('with enough coins', () => {
  test('all change is one output', () => {
    expect(changeAmounts({ ...request, total: 100_000n, amount: 1_000n })).toEqual([100_000n - 1_000n - fee(1)]);
  });
  test('change below the dust limit goes to the fee', () => {
    const total = 1_000n + fee(1) + DUST;
    expect(changeAmounts({ ...request, total, amount: 1_000n })).toEqual([DUST]);
    expect(changeAmounts({ ...request, total: total - 1n, amount: 1_000n })).toEqual([]);
  });
});

describe('with few coins', () => {
  const few = { ...request, usable: 49 };
  test('change is split in four, and the first part has the rest', () => {
    const rest = 100_003n;
    const amounts = changeAmounts({ ...few, total: 1_000n + fee(4) + rest, amount: 1_000n });
    expect(amounts).toEqual([25_003n, 25_000n, 25_000n, 25_000n]);
    expect(amounts.reduce((sum, part) => sum + part)).toBe(rest);
  });
  test.each([4, 3, 2])('into %i parts, if each can pay the same twice', (parts) => {
    const total = 1_000n + fee(parts) + 2_000n * BigInt(parts);
    expect(changeAmounts({ ...few, total, amount: 1_000n })).toHaveLength(parts);
    expect(changeAmounts({ ...few, total: total - 1n, amount: 1_000n })).toHaveLength(parts - 1);
  });
});

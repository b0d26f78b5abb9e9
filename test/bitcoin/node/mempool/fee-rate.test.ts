import { expect, test } from 'vitest';
import { feeRate } from '#dist/bitcoin/node/mempool/fee-rate.js';
import { formatRate } from '#dist/bitcoin/node/mempool/replacement.js';

test.each([
  [1_000n, 250, 4_000n, '0.00004000 BTC/kvB'],
  [1_001n, 300, 3_336n, '0.00003336 BTC/kvB'],
  [0n, 110, 0n, '0.00000000 BTC/kvB'],
  // An output without an input, as createpsbt makes it.
  [-100_000_000n, 53, -1_886_792_453n, '-18.-86792453 BTC/kvB'],
  [-4n, 2, -2_000n, '0.-0002000 BTC/kvB'],
])('default: %s sats for %s vB are rounded down', (fee, vsize, rate, text) => {
  expect(feeRate(fee, vsize)).toBe(rate);
  expect(formatRate({ modifiedFee: fee, vsize })).toBe(text);
});

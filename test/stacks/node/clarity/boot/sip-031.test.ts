import { expect, test } from 'vitest';
import { emissionAt } from '#dist/stacks/node/clarity/boot/sip-031.js';

// SIP-031, and the table of stacks-core 4.0.2 for testnet.
test.each([
  [907_739, 0n],
  [907_740, 475_000_000n],
  [960_300, 1_140_000_000n],
  [1_065_419, 1_705_000_000n],
  [1_065_420, 1_305_000_000n],
  [1_170_539, 1_155_000_000n],
  [1_170_540, 0n],
])('default: the tenure of Bitcoin block %i adds %i uSTX on mainnet', (height, amount) => {
  expect(emissionAt({ isMainnet: true }, height)).toBe(amount);
});

test.each([
  [142, 0n],
  [71_884, 0n],
  [71_885, 1_000n],
  [73_684, 5_000n],
  [73_685, 0n],
])('default: the tenure of Bitcoin block %i adds %i uSTX on test networks', (height, amount) => {
  expect(emissionAt({ isMainnet: false }, height)).toBe(amount);
});

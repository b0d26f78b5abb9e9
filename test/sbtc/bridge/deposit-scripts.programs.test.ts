import { buildSbtcDepositAddress, REGTEST } from 'sbtc';
import { expect, test } from 'vitest';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { findPrincipal } from '#dist/clarity/values.js';
import { reclaimScript } from '#dist/sbtc/bridge/deposit-scripts.js';
import { depositOutputScript, SIGNERS_KEY } from '#dist/sbtc/bridge/sweep.js';
import { depositScript } from '#dist/stacks/protocol/sbtc/deposit.js';

const ADDRESS = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

test.each([ADDRESS, `${ADDRESS}.vault`, `${ADDRESS}.${'a'.repeat(40)}`])('scripts for %s are those of the npm client', (stacksAddress) => {
  const recipient = findPrincipal(stacksAddress);
  if (recipient === undefined) throw new RangeError(stacksAddress);
  const theirs = buildSbtcDepositAddress({ network: REGTEST, stacksAddress, signersPublicKey: SIGNERS_KEY, reclaimPublicKey: KEY });
  expect(toHex(depositScript({ maxFee: 80_000n, recipient, signersKey: SIGNERS_KEY }))).toBe(theirs.depositScript);
  expect(toHex(reclaimScript(950, KEY))).toBe(theirs.reclaimScript);
  expect(depositOutputScript(theirs)).toBe(toHex(theirs.trOut.script));
});

import { expect, test } from 'vitest';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { findPrincipal } from '#dist/clarity/values.js';
import { readDepositScript, readReclaimScript, reclaimScript } from '#dist/sbtc/bridge/deposit-scripts.js';
import { SIGNERS_KEY } from '#dist/sbtc/bridge/sweep.js';
import { depositScript } from '#dist/stacks/protocol/sbtc/deposit.js';

const ADDRESS = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

function principal(text: string) {
  const parsed = findPrincipal(text);
  if (parsed === undefined) throw new RangeError(text);
  return parsed;
}

test.each([ADDRESS, `${ADDRESS}.vault`, `${ADDRESS}.${'a'.repeat(40)}`])('scripts for %s are read back', (stacksAddress) => {
  const read = readDepositScript(depositScript({ maxFee: 80_000n, recipient: principal(stacksAddress), signersKey: SIGNERS_KEY }));
  expect(typeof read === 'string' ? read : { ...read, recipient: read.recipient.text }).toEqual({
    maxFee: 80_000n,
    recipient: stacksAddress,
    signersKey: SIGNERS_KEY,
  });
  expect(readReclaimScript(reclaimScript(950, KEY))).toEqual({ lockTime: 950, keys: [KEY] });
});

test.each([0, 1, 16, 17, 127, 128, 255, 256, 32_767, 32_768, 65_535])('a lock time of %i is read back', (lockTime) => {
  expect(readReclaimScript(reclaimScript(lockTime, KEY))).toMatchObject({ lockTime });
});

test('behavior: the keys of a reclaim script of several, and an unknown form', () => {
  const several = `02b603b27520${KEY}ac20${'11'.repeat(32)}ba529c`;
  expect(readReclaimScript(bytes(several))).toEqual({ lockTime: 950, keys: [KEY, '11'.repeat(32)] });
  expect(readReclaimScript(bytes('51b251'))).toEqual({ lockTime: 1, keys: undefined });
});

const good = toHex(depositScript({ maxFee: 1n, recipient: principal(ADDRESS), signersKey: SIGNERS_KEY }));
test.each([
  ['short', good.slice(2), 'it is too short: 65 bytes of at least 66. A principal begins with 05 or 06'],
  ['another end', `${good.slice(0, -2)}ad`, 'it is not <fee and recipient> DROP <signers key> CHECKSIG'],
  ['a push that is not minimal', `4c${good}`, 'it is not <fee and recipient> DROP <signers key> CHECKSIG'],
  ['no principal', good.replace(/^1e0000000000000001051a/, '1e0000000000000001041a'), 'its recipient is not a principal'],
  ['mainnet', good.replace(/^1e0000000000000001051a/, '1e00000000000000010516'), /its recipient SP\w+ is not of a test network/],
])('error: a deposit script: %s', (_name, script, problem) => {
  expect(readDepositScript(bytes(script))).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
});

test.each([
  ['empty', '', 'it does not begin with a lock time as a minimal push'],
  ['not minimal', `0105b275`, 'it does not begin with a lock time as a minimal push'],
  ['no CSV', '51b175', 'CHECKSEQUENCEVERIFY does not follow its lock time'],
  ['negative', '4fb2', 'it does not begin with a lock time as a minimal push'],
  ['in units of 512 s', '03010040b2', 'its lock time is not a number of blocks from 0 to 65535: 4194305'],
])('error: a reclaim script: %s', (_name, script, problem) => {
  expect(readReclaimScript(bytes(script))).toBe(problem);
});

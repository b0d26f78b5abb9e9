import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyAddresses, payableScript } from '#dist/bitcoin/protocol/address/payment-address.js';

const hash160 = (text: string): string => {
  const sha = createHash('sha256').update(Buffer.from(text, 'hex')).digest();
  return createHash('ripemd160').update(sha).digest('hex');
};
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The hash of the key that all of these pay, and of its witness program in the P2SH form. */
const KEY = '6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce';

test.each([
  ['P2PKH', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH', `76a914${KEY}88ac`],
  ['P2SH', '2N7sbk81HXAGH2sY5FpDF2gWfhSkmGFKr7w', `a914${hash160(`0014${KEY}`)}87`],
  ['P2WPKH', 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp', `0014${KEY}`],
  ['P2WPKH in upper case', 'BCRT1QD4UDU7CXYH0MLSTV8299WD0KMS7U8UKWACCFXP', `0014${KEY}`],
  ['P2WSH', 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry', /^0020[0-9a-f]{64}$/],
  ['P2TR', 'bcrt1p2kg3027gxf5jayf67ewhzt7kjhh0cc8m5h96e9ewrtwze5vwlp4qxe39aw', /^5120[0-9a-f]{64}$/],
])('default: %s on regtest', async (_, address, script) => {
  expect(hex(await payableScript(address, 'regtest'))).toMatch(script);
});

test.each([
  ['a testnet segwit address', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['a mainnet segwit address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['a mainnet P2PKH address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['a mainnet P2SH address', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['an x that is not on the curve', 'bcrt1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqm3usuw'],
  ['a witness program of a version without rules', 'bcrt1zw508d6qejxtdg4y5r3zarvaryv2wuatf'],
  ['an anchor, which anybody may spend', 'bcrt1pfeesnyr2tx'],
  ['white space before', ' mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH'],
  ['white space after', 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp '],
  ['a wrong checksum', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsJ'],
  ['mixed case', 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxP'],
  ['a Stacks address', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM'],
  ['nothing', ''],
])('error: %s on regtest', async (_, address) => {
  await expect(payableScript(address, 'regtest')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'address',
    expected: 'a Bitcoin regtest address (m…, n…, 2… or bcrt1…)',
    received: JSON.stringify(address),
  });
});

test('behavior: a test network takes tb1 and refuses bcrt1', async () => {
  expect((await payableScript('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'signet')).length).toBe(22);
  await expect(payableScript('bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp', 'signet')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('error: mainnet has no faucet', async () => {
  await expect(payableScript('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'main')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'chain',
  });
});

test('behavior: one key has an address of each kind', async () => {
  const key = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a6';
  expect(await keyAddresses(key, 'regtest')).toEqual({
    p2pkh: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
    p2wpkh: 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp',
    'p2sh-p2wpkh': '2N7sbk81HXAGH2sY5FpDF2gWfhSkmGFKr7w',
    p2tr: 'bcrt1p2kg3027gxf5jayf67ewhzt7kjhh0cc8m5h96e9ewrtwze5vwlp4qxe39aw',
  });
});

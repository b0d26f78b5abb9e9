import { Address, TEST_NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { bitcoinAddress, type PoxAddress, sortKey } from '#dist/stacks/node/chain/pox/pox-address.js';

const hash20 = Buffer.alloc(20, 0x11);
// the x coordinate of a point, as taproot wants it
const hash32 = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
const { encode } = Address(TEST_NETWORK);

test('default: Bitcoin addresses of all versions of pox-4, of testnet', () => {
  const scriptHash = encode({ type: 'sh', hash: hash20 });
  const expected = [
    encode({ type: 'pkh', hash: hash20 }),
    scriptHash,
    scriptHash,
    scriptHash,
    encode({ type: 'wpkh', hash: hash20 }),
    encode({ type: 'wsh', hash: hash32 }),
    encode({ type: 'tr', pubkey: hash32 }),
  ];
  expect(expected.map((_, version) => bitcoinAddress({ version, hash: version < 5 ? hash20 : hash32 }))).toEqual(expected);
});

test('behavior: sorted by their versions on the Stacks chain, then by their hashes', () => {
  const address = (version: number, first: number): PoxAddress => {
    const hash = Buffer.alloc(version < 5 ? 20 : 32);
    hash[0] = first;
    return { version, hash };
  };
  const sorted = [address(4, 0xff), address(5, 0), address(6, 0), address(6, 1), address(1, 0xff), address(0, 0), address(0, 1)];
  expect([...sorted].reverse().sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(sorted);
});

import { expect, test } from 'vitest';
import { addressHint, ownerHint } from '#dist/base/address-hint.js';

const stacks = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const key = `${'5a'.repeat(32)}01`;

test.each<[string, unknown, 'stx' | 'btc', string | undefined]>([
  ['an account', { stx: { address: stacks } }, 'stx', 'Pass one of its addresses, for example account.stx.address.'],
  [
    'a P2PKH address for STX',
    'mjSrB3wS4xab3kYqFktwBzfTdPg367ZJ2d',
    'stx',
    'This is a Bitcoin address. Pass an address, for example devnet.accounts.wallet_1.stx.address.',
  ],
  [
    'a bech32 address for STX',
    'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc',
    'stx',
    'This is a Bitcoin address. Pass an address, for example devnet.accounts.wallet_1.stx.address.',
  ],
  [
    'a Stacks address for BTC',
    stacks,
    'btc',
    'This is a Stacks address. Pass an address, for example devnet.accounts.wallet_1.btc.address.',
  ],
  ["an account's name", 'wallet_3', 'stx', 'This is the name of an account. Pass its address, devnet.accounts.wallet_3.stx.address.'],
  ['a private key', key, 'btc', 'This is a secret, not an address. Pass an address, for example devnet.accounts.wallet_1.btc.address.'],
  ['white space', ` ${stacks}`, 'stx', 'Remove the white space around the address.'],
  ['an address of the chain', stacks, 'stx', undefined],
])('default: %s', (_, value, chain, hint) => {
  expect(addressHint(value, chain)?.toString()).toBe(hint);
});

test('behavior: where names of accounts are taken, a name of other networks gets those of this one', () => {
  expect(ownerHint('wallet_1', ['deployer', 'alice'])).toBe('The accounts are deployer, alice.');
  expect(ownerHint('walet_1', ['wallet_1']).toString()).toContain('Did you mean the account wallet_1?');
});

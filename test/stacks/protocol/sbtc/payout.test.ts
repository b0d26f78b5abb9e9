import { expect, test } from 'vitest';
import { AGGREGATE_KEY } from '#dist/sbtc/signers.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { payoutKey } from '#dist/stacks/protocol/sbtc/payout.js';

const key = Buffer.from(AGGREGATE_KEY.publicKey, 'hex');

test('default: the key of the sbtc_address of a stacks-node 4.0.2 with this aggregate key', () => {
  expect(payoutKey(POX_5, key)?.toString('hex')).toBe('e8cc299e07290c055a1fbb1cd96ae003a5ef3596c37b5cb41447ef7eb192761b');
});

test.each([
  ['the value of a registry without signers', Buffer.alloc(1)],
  ['a key that is no point', Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 0xff)])],
  ['an uncompressed key', Buffer.alloc(65, 4)],
])('behavior: no key for %s', (_, aggregateKey) => {
  expect(payoutKey(POX_5, aggregateKey)).toBeUndefined();
});

test('behavior: no key for what is no principal', () => {
  expect(payoutKey('pox-5', key)).toBeUndefined();
});

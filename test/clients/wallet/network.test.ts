import { expect, test } from 'vitest';
import { addressOn, isNetwork } from '#dist/clients/wallet/network.js';

const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

test.each([
  ['devnet', ['devnet', 'testnet', 'Regtest', 'mocknet', 'signet', 'http://localhost:3999', undefined], ['mainnet', 'Mainnet', 'other']],
  ['testnet', ['devnet', 'testnet'], ['mainnet']],
  // A fork of mainnet.
  ['mainnet', ['mainnet', 'Mainnet', 'https://api.hiro.so'], ['testnet', 'devnet']],
] as const)('a wallet on %s takes requests for its networks', (network, own, others) => {
  expect(own.filter((requested) => !isNetwork(requested, network))).toEqual([]);
  expect(others.filter((requested) => isNetwork(requested, network))).toEqual([]);
});

test('addresses are those of the network', () => {
  expect(addressOn('devnet', 'devnet', ADDRESS)).toBe(ADDRESS);
  expect(addressOn('mainnet', 'devnet', ADDRESS)).toMatch(/^SP1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2/);
  expect(addressOn('mainnet', 'mainnet', 'SP1')).toBe('SP1');
});

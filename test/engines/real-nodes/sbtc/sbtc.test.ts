import { expect, test } from 'vitest';
import { missingSbtc } from '#dist/engines/real-nodes/sbtc/sbtc.js';
import type { StacksClient } from '#dist/stacks/protocol/client/client.js';

const deployer = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';

/** A node that has the given contracts, whose registry returns the key. */
function node(contracts: string[], key: string) {
  const stacks = {
    getJson: async (path: string) => (contracts.some((name) => path.includes(`/${name}?`)) ? { source: '' } : undefined),
    request: async () => ({ status: 200, bytes: Buffer.from(JSON.stringify({ okay: true, result: key })) }),
  };
  return { stacks: stacks as unknown as StacksClient };
}

const key = `0x0200000021${'02'.repeat(33)}`;

test('default: nothing is missing', async () => {
  expect(await missingSbtc(node(['sbtc-token', 'sbtc-registry'], key), deployer)).toBeUndefined();
});

test.each([
  ['the token', ['sbtc-registry'], key, `the contract ${deployer}.sbtc-token does not exist`],
  ['the registry', ['sbtc-token'], key, `the contract ${deployer}.sbtc-registry does not exist`],
  [
    'the key of the registry',
    ['sbtc-token', 'sbtc-registry'],
    '0x020000000100',
    `${deployer}.sbtc-registry has no aggregate key of 33 bytes: get-current-aggregate-pubkey returns 0x020000000100`,
  ],
])('error: without %s', async (_name, contracts, result, message) => {
  expect(await missingSbtc(node(contracts, result), deployer)).toBe(message);
});

import { expect, test } from 'vitest';
import { byName } from '#dist/devnet/accounts.js';
import { resolveContract } from '#dist/devnet/contract/resolve.js';
import { STANDARD_ACCOUNTS } from '#dist/devnet/standard-accounts.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.mine';
const accounts = byName(STANDARD_ACCOUNTS);
const project = (name: string) => (name === 'mine' ? OTHER : undefined);

test('default: a short name is a contract of the project, else of the deployer', () => {
  expect(resolveContract('mine', { accounts, project })).toBe(OTHER);
  expect(resolveContract('yours', { accounts, project })).toBe(`${DEPLOYER}.yours`);
  expect(resolveContract('.yours', { accounts, project })).toBe(`${DEPLOYER}.yours`);
  expect(resolveContract('mine', { accounts })).toBe(`${DEPLOYER}.mine`);
  expect(resolveContract('SP000000000000000000002Q6VF78.pox-4', { accounts })).toBe('SP000000000000000000002Q6VF78.pox-4');
});

test('error: a short name without a deployer', () => {
  expect(() => resolveContract('mine', { accounts: byName([]) })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', hint: 'This network has no account deployer.' }),
  );
});

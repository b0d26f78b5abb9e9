import { expect, test } from 'vitest';
import { byName } from '#dist/network/devnet/accounts.js';
import { resolveContract } from '#dist/network/devnet/contract/resolve.js';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.mine';
const accounts = byName(STANDARD_ACCOUNTS);
const contract = (id: string, requirement = false) => ({ id, path: 'x.clar', clarityVersion: 4, epoch: '3.4', requirement }) as const;
const project = { contracts: [contract(OTHER), contract('SP2.trait', true), contract('ST1.twice'), contract('ST2.twice')] };

test('default: a short name is a contract of the project, else of the deployer', () => {
  expect(resolveContract('mine', { accounts, project })).toBe(OTHER);
  expect(resolveContract('yours', { accounts, project })).toBe(`${DEPLOYER}.yours`);
  expect(resolveContract('.yours', { accounts, project })).toBe(`${DEPLOYER}.yours`);
  expect(resolveContract('trait', { accounts, project })).toBe(`${DEPLOYER}.trait`);
  expect(resolveContract('twice', { accounts, project })).toBe(`${DEPLOYER}.twice`);
  expect(resolveContract('mine', { accounts })).toBe(`${DEPLOYER}.mine`);
  expect(resolveContract('SP000000000000000000002Q6VF78.pox-4', { accounts })).toBe('SP000000000000000000002Q6VF78.pox-4');
});

test('error: a short name without a deployer', () => {
  expect(() => resolveContract('mine', { accounts: byName([]) })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', hint: 'This network has no account deployer.' }),
  );
});

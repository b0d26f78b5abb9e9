import { expect, test } from 'vitest';
import { createOutput } from '#dist/cli/output.js';
import { summary } from '#dist/cli/summary.js';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import type { Devnet } from '#dist/network/types.js';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { silentContext } from './in-process.js';

const devnet = {
  urls: {
    page: 'http://127.0.0.1:3999/',
    gateway: 'http://127.0.0.1:3999',
    stacks: 'http://127.0.0.1:20443',
    bitcoin: 'http://127.0.0.1:18443',
  },
  accounts: Object.fromEntries(STANDARD_ACCOUNTS.map((account) => [account.name, account])),
  project: undefined,
} as unknown as Devnet;

function lines({ quiet = false, hasKeys = true, of = devnet } = {}): string[] {
  const output = createOutput(silentContext({}), {});
  return summary(of, { bitcoin: { rpcUser: 'devnet', rpcPassword: 'devnet' }, output, quiet, hasKeys });
}

/** A network with all that the summary may show. */
const full = {
  ...devnet,
  urls: { ...devnet.urls, electrum: 'tcp://127.0.0.1:50001', dap: 'tcp://127.0.0.1:4711' },
  accounts: Object.fromEntries([...Array(12)].map((_, n) => [`wallet_${n}`, { ...STANDARD_ACCOUNTS[0], name: `wallet_${n}` }])),
  project: { name: 'counter', contracts: [] },
} as unknown as Devnet;

test('default: with the line before and the cursor it fits a terminal of 24 rows and 80 columns, URLs last', () => {
  for (const of of [devnet, full]) {
    expect(lines({ of }).filter((line) => line.length > 80)).toEqual([]);
    expect(lines({ of }).length + 2).toBeLessThanOrEqual(24);
    expect(lines({ of }).at(-1)).toBe('press ? for keys');
    expect(lines({ of }).findIndex((line) => line.startsWith('page'))).toBeGreaterThan(
      lines({ of }).findIndex((line) => line.includes('try:')),
    );
  }
});

test('default: every account with its address, and where its keys are', () => {
  const text = lines().join('\n');
  for (const { name, stx, privateKey } of STANDARD_ACCOUNTS) {
    expect(text).toContain(`${name}  ${stx.address}`);
    expect(text).not.toContain(privateKey);
  }
  expect(text).toContain(`keys, mnemonics and Bitcoin addresses: ${ownCommand('accounts')}`);
  expect(lines({ of: full }).join('\n')).toContain('and 3 more; keys');
});

test('option: quiet prints the URLs only; without a terminal there are no keys', () => {
  expect(lines({ quiet: true, hasKeys: false }).filter(Boolean)).toHaveLength(4);
});

test('default: what to try names an account that the network has', () => {
  const named = (...names: string[]) =>
    ({ ...devnet, accounts: Object.fromEntries(names.map((name) => [name, { ...STANDARD_ACCOUNTS[0], name }])) }) as unknown as Devnet;
  const tried = (of: Devnet) => lines({ of }).find((line) => line.includes('try:'));
  expect(tried(devnet)).toContain('faucet stx wallet_1,');
  expect(tried(named('deployer', 'alice'))).toContain('faucet stx alice,');
  expect(tried(named('deployer'))).toContain('faucet stx deployer,');
});

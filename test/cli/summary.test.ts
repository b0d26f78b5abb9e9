import { expect, test } from 'vitest';
import { createOutput } from '#dist/cli/output.js';
import { summary } from '#dist/cli/summary.js';
import { STANDARD_ACCOUNTS } from '#dist/devnet/standard-accounts.js';
import type { Devnet } from '#dist/devnet/types.js';
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

function lines(quiet: boolean): string[] {
  const output = createOutput(silentContext({}), {});
  return summary(devnet, { bitcoin: { rpcUser: 'devnet', rpcPassword: 'devnet' }, output, quiet });
}

test('default: every account with its addresses, key and mnemonic, on 80 columns', () => {
  const text = lines(false).join('\n');
  for (const { stx, btc, privateKey, mnemonic } of STANDARD_ACCOUNTS) {
    for (const part of [stx.address, btc.address, privateKey]) expect(text).toContain(part);
    expect(text.replace(/\s+/g, ' ')).toContain(mnemonic);
  }
  expect(lines(false).filter((line) => line.length > 80)).toEqual([]);
});

test('option: quiet prints the URLs only', () => {
  expect(lines(true).filter(Boolean)).toHaveLength(4);
});

import path from 'node:path';
import { accountNamed } from '#dist/network/devnet/account-named.js';
import { createAccounts } from '#dist/network/devnet/accounts.js';
import { readDevnetSettings } from '#dist/project/clarinet/devnet-settings.js';
import { type LoadProjectOptions, loadProject } from '#dist/project/clarinet/load.js';
import type { Project } from '#dist/project/clarinet/types.js';

/** Reads a project with the accounts of its settings, without fetching requirements. */
export async function loadFixture(root: string, options: Partial<LoadProjectOptions> = {}): Promise<Project> {
  const { accounts } = await readDevnetSettings(root);
  const named = await createAccounts({ count: 0, named: Object.fromEntries(accounts.map((account) => [account.label, account])) });
  return loadProject({
    file: path.join(root, 'Clarinet.toml'),
    epoch: '4.0',
    requirements: { fetch: false },
    accounts: accounts.map(({ label, mnemonic, derivation, balance, sbtcBalance }) => {
      const { stx, privateKey } = accountNamed(named, label) ?? { stx: { address: '' }, privateKey: '' };
      return { label, mnemonic, derivation, balance, sbtcBalance, address: stx.address, privateKey: privateKey.slice(0, 64) };
    }),
    ...options,
  });
}

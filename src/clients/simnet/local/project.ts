import { resolve } from 'node:path';
import { createAccounts } from '../../../network/devnet.js';
import type { Project, ProjectAccount } from '../../../project/clarinet.js';
import { loadProject, readDevnetSettings } from '../../../project/clarinet.js';
import { MAINNET_DEPLOYER, SBTC_NAMES } from '../../../sbtc/deployments.js';

/** The newest epoch: a simnet goes through all of them. */
const NEWEST = '4.0';
/** The first epoch of sBTC on mainnet. */
const SBTC_EPOCH = '3.0';

/**
 * Reads a project as a simnet has it, with the code that `#[env(simnet)]` marks.
 * @param manifest relative to the folder
 * @param api from where requirements come that the cache does not have
 * @throws DevnetError as `loadProject`
 */
export async function loadSimnetProject(folder: string, manifest: string, api: string | undefined): Promise<Project> {
  const file = resolve(folder, manifest);
  return loadProject({
    file,
    epoch: NEWEST,
    isSimnet: true,
    accounts: await readAccounts(resolve(file, '..')),
    provided: new Map(SBTC_NAMES.map((name) => [`${MAINNET_DEPLOYER}.${name}`, SBTC_EPOCH] as const)),
    requirements: { api, fetch: true },
    onWarning: (message) => process.emitWarning(message),
  });
}

async function readAccounts(root: string): Promise<ProjectAccount[]> {
  const { accounts } = await readDevnetSettings(root);
  const named = Object.fromEntries(accounts.map((account) => [account.label, account]));
  const created = Object.values(await createAccounts({ count: 0, named }));
  return accounts.flatMap((account) => {
    const found = created.find(({ name }) => name === account.label);
    return found === undefined ? [] : [{ ...account, address: found.stx.address, privateKey: found.privateKey.slice(0, 64) }];
  });
}

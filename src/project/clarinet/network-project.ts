import { relative } from '#platform/paths.js';
import type { Account, DevnetProject } from '../../network/data.js';
import { MAINNET_DEPLOYER, SBTC_NAMES } from '../../sbtc/deployments.js';
import { DEFAULT_DEPLOYER } from '../../sbtc/signers.js';
import type { GenesisContract } from '../../stacks/genesis-contract.js';
import type { ResolvedConfig } from '../config/devnet-config.js';
import { compareEpochs, isClarityEpoch } from './epochs.js';
import type { ClarityEpoch, Project, ProjectAccount } from './types.js';

export type LoadNetworkProjectOptions = {
  config: ResolvedConfig;
  accounts: readonly Account[];
  /** The initial balances by address: micro-STX, and sats of sBTC. */
  balances: ReadonlyMap<string, bigint>;
  sbtcBalances: Readonly<Record<string, bigint>>;
  onProgress?: ((step: string) => void) | undefined;
  onWarning?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Reads the Clarinet project of a configuration; undefined without one.
 * @throws DevnetError as `loadProject`
 */
export async function loadNetworkProject({
  config,
  accounts,
  balances,
  sbtcBalances,
  ...hooks
}: LoadNetworkProjectOptions): Promise<Project | undefined> {
  const { project: file, epoch, requirements } = config;
  if (typeof file !== 'string' || !isClarityEpoch(epoch)) return undefined;
  const { loadProject } = await import('./load.js');
  return loadProject({
    file,
    epoch,
    requirements,
    provided: providedContracts(config, epoch),
    accounts: accounts.map((account, index) => projectAccount(account, { config, index, balances, sbtcBalances })),
    ...hooks,
  });
}

type AccountFacts = Pick<LoadNetworkProjectOptions, 'config' | 'balances' | 'sbtcBalances'> & { index: number };

function projectAccount({ name, mnemonic = '', privateKey, stx }: Account, facts: AccountFacts): ProjectAccount {
  const { config, index, balances, sbtcBalances } = facts;
  const { named, mnemonic: shared } = config.accounts;
  const derivation = named?.[name]?.derivation ?? `m/44'/5757'/0'/0/${shared === undefined ? 0 : index}`;
  return {
    label: name,
    mnemonic,
    derivation,
    address: stx.address,
    privateKey: privateKey.slice(0, 64),
    balance: balances.get(stx.address) ?? 0n,
    sbtcBalance: sbtcBalances[stx.address] ?? 0n,
  };
}

/** The first epoch of sBTC on mainnet. */
const SBTC_EPOCH = '3.0';

/** The contracts of sBTC at mainnet's address, unless the network has its own at an address that the user chose. */
function providedContracts({ engine, sbtc }: ResolvedConfig, epoch: ClarityEpoch): Map<string, ClarityEpoch> {
  if (!sbtc.enabled || sbtc.deployer !== DEFAULT_DEPLOYER || engine === 'external') return new Map();
  return new Map(SBTC_NAMES.map((name) => [`${MAINNET_DEPLOYER}.${name}`, sbtcEpoch(epoch)]));
}

/** Returns the epoch in which a network deploys the sBTC that its project needs. */
export function sbtcEpoch(epoch: ClarityEpoch): ClarityEpoch {
  return compareEpochs(epoch, SBTC_EPOCH) < 0 ? epoch : SBTC_EPOCH;
}

/** Returns the contracts of a project as the embedded engine takes them. */
export function genesisContracts({ root, contracts, requirements }: Project): GenesisContract[] {
  return [
    ...requirements.map(({ contractId, path, source, epoch, clarityVersion }) => {
      const [deployer = '', name = ''] = contractId.split('.');
      return { deployer, name, source, epoch, clarityVersion, file: relative(root, path) };
    }),
    ...contracts.map(({ id, name, path, source, epoch, clarityVersion }) => {
      return { deployer: id.slice(0, id.indexOf('.')), name, source, epoch, clarityVersion, file: path };
    }),
  ];
}

/**
 * Describes a project for users.
 * @param ids the contracts of this network that requirements stand for
 */
export function describeProject({ root, name, contracts, requirements }: Project, ids: ReadonlyMap<string, string>): DevnetProject {
  const shown = (path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
  return {
    root,
    name,
    contracts: [
      ...requirements.map(({ contractId, path, source, clarityVersion, epoch }) => {
        return { id: ids.get(contractId) ?? contractId, path: shown(path), source, clarityVersion, epoch, requirement: true };
      }),
      ...contracts.map(({ id, path, source, clarityVersion, epoch }) => ({ id, path, source, clarityVersion, epoch, requirement: false })),
    ],
  };
}

import { invalid } from '../base/error.js';
import type { Accounts } from '../network/data.js';
import { accountsOnMainnet, createAccounts, keysOnMainnet, planFunding, planSbtcFunding, SPONSOR_KEY } from '../network/devnet.js';
import { btcFaucetKeys, type FaucetKey, sbtcFaucetKeys, stxFaucetKeys } from '../network/faucet.js';
import type { Project } from '../project/clarinet.js';
import { genesisContracts, loadNetworkProject, type StartHeights, simnetHeights } from '../project/clarinet.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import { remapBoot } from '../project/plan.js';
import type { PreparedProject } from '../project/prepare.js';
import { renamePrincipals } from '../project/source.js';
import { DEFAULT_DEPLOYER, SIGNERS_ADDRESS } from '../sbtc/signers.js';
import type { BootSource, Funding, SbtcDeployment } from '../stacks/engine.js';
import type { GenesisContract } from '../stacks/genesis-contract.js';
import { toMainnet } from '../stacks/principal.js';
import { testnetAddress } from '../stacks/signing.js';
import { planBootSources, planSbtc, prepareProject } from './project.js';

/** What a network begins with: who has coins, and which contracts exist. */
export type NetworkPlan = {
  accounts: Accounts;
  faucetKeys: Record<'stx' | 'btc' | 'sbtc', readonly FaucetKey[]>;
  funding: Funding;
  /** Undefined without sBTC. */
  sbtc: SbtcDeployment | undefined;
  /** The contracts at genesis besides those of sBTC. */
  contracts: readonly GenesisContract[];
  /** The sources of boot contracts that the project replaces. */
  bootSources: readonly BootSource[];
  /** The heights at which the network begins; undefined for its own. */
  heights: StartHeights | undefined;
  /** Undefined without a Clarinet project. */
  project: Project | undefined;
  prepared: PreparedProject | undefined;
};

type Hooks = Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'>;

/** Plans the network of a configuration. @throws DevnetError INVALID_INPUT; for a project as `loadProject` */
export async function planNetwork(config: ResolvedConfig, hooks: Hooks & { isMainnet: boolean }): Promise<NetworkPlan> {
  const [created, stxKeys, btc, sbtcKeys] = await Promise.all([
    createAccounts(config.accounts),
    stxFaucetKeys(config.faucet.stx.keys),
    btcFaucetKeys(config.faucet.btc.keys),
    sbtcFaucetKeys(config.faucet.sbtc.keys),
  ]);
  const accounts = hooks.isMainnet ? accountsOnMainnet(created) : created;
  const stx = hooks.isMainnet ? keysOnMainnet(stxKeys) : stxKeys;
  const list = Object.values(accounts);
  const sbtcPayers = config.sbtc.enabled ? [DEFAULT_DEPLOYER, config.sbtc.deployer, ...sbtcKeys.map(({ address }) => address)] : [];
  const isSimnet = config.heights === 'simnet';
  const feePayers = isSimnet ? [...sbtcPayers, await testnetAddress(SPONSOR_KEY)] : sbtcPayers;
  const signersAddress = config.sbtc.enabled ? SIGNERS_ADDRESS : undefined;
  const own = config.accounts.named;
  const balances = hooks.isMainnet ? mapKeys(config.balances, toMainnet) : config.balances;
  const planned = planFunding({ accounts: list, own, balances, stxKeys: stx, feePayers, btcKeys: btc, signersAddress });
  const funding = isSimnet ? { ...planned, bitcoin: [] } : planned;
  const sbtcBalances = planSbtcFunding({ accounts: list, own, balances: config.sbtc.balances, sbtcKeys });
  const stxBalances = new Map(funding.stacks.map(({ principal, amount }) => [principal, amount]));
  const project = await loadNetworkProject({ config, accounts: list, balances: stxBalances, sbtcBalances, ...hooks });
  const sbtc = await planSbtc(config, sbtcBalances, project);
  const genesis = project === undefined || config.engine !== 'embedded' ? [] : genesisContracts(project);
  const given = [...genesis, ...config.contracts.map(({ path: file, ...contract }) => ({ ...contract, file }))];
  const contracts = hooks.isMainnet
    ? given
    : given.map((contract) => ({ ...contract, source: renamePrincipals(contract.source, remapBoot) }));
  checkDistinct([...(sbtc?.contracts ?? []), ...contracts]);
  const prepared = project && (await prepareProject(project, { config, sbtc, genesis, ...hooks }));
  const bootSources = planBootSources(config, project, hooks.onProgress);
  const heights = isSimnet ? simnetHeights(project) : undefined;
  return { accounts, faucetKeys: { stx, btc, sbtc: sbtcKeys }, funding, sbtc, contracts, bootSources, heights, project, prepared };
}

function mapKeys<T>(record: Readonly<Record<string, T>>, map: (key: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [map(key), value]));
}

/** @throws DevnetError INVALID_INPUT if two contracts have the same principal */
function checkDistinct(contracts: readonly GenesisContract[]): void {
  const found = new Set<string>();
  for (const { deployer, name } of contracts) {
    const id = `${deployer}.${name}`;
    const advice = 'The network deploys it already. Remove it, or set sbtc to false to deploy your own.';
    if (found.has(id)) throw invalid('contracts', 'no contract of sBTC or of the project', id, advice);
    found.add(id);
  }
}

import { DevnetError } from '../base/error.js';
import type { Project } from '../project/clarinet.js';
import { isClarityEpoch, sbtcEpoch } from '../project/clarinet.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import type { PreparedProject } from '../project/prepare.js';
import { sbtcDeployment } from '../sbtc/deployment.js';
import { MAINNET_DEPLOYER } from '../sbtc/deployments.js';
import type { BootSource, EngineOptions } from '../stacks/engine.js';
import type { GenesisContract } from '../stacks/genesis-contract.js';

type PrepareOptions = Pick<StartOptions, 'onProgress' | 'onWarning'> & {
  config: ResolvedConfig;
  sbtc: EngineOptions['sbtc'];
  genesis: readonly GenesisContract[];
  isMainnet: boolean;
};

/** Reads what the network does for a project before it is ready. @throws DevnetError INVALID_INPUT naming file, line and key */
export async function prepareProject(
  project: Project,
  { config, sbtc, genesis, isMainnet, onProgress, onWarning }: PrepareOptions,
): Promise<PreparedProject> {
  const { epoch, plan } = config;
  if (!isClarityEpoch(epoch)) throw new DevnetError('INTERNAL', `a project needs an epoch of contracts, not ${epoch}`);
  const prepared = await import('../project/prepare.js');
  const target = {
    epoch,
    sbtcDeployer: sbtc?.deployer,
    genesis: new Set(genesis.map(({ deployer, name }) => `${deployer}.${name}`)),
    isMainnet,
  };
  return prepared.prepareProject({ project, plan, target, onProgress, onWarning });
}

/** Plans sBTC: at mainnet's address if the project needs it there, where the VM runs in this process. */
export async function planSbtc(
  { engine, sbtc, epoch }: ResolvedConfig,
  balances: Record<string, bigint>,
  project: Project | undefined,
): Promise<EngineOptions['sbtc']> {
  if (!sbtc.enabled) return undefined;
  const isNeeded = engine === 'embedded' && project !== undefined && project.provided.length > 0;
  const deployer = isNeeded ? MAINNET_DEPLOYER : sbtc.deployer;
  const deployment = await sbtcDeployment({ deployer, epoch, folder: sbtc.contracts, balances });
  if (!isNeeded || !isClarityEpoch(epoch)) return deployment;
  return { ...deployment, contracts: deployment.contracts.map((contract) => ({ ...contract, epoch: sbtcEpoch(epoch) })) };
}

/** Returns the boot contracts that a project replaces. A notice says so if the network has boot contracts that cannot be replaced. */
export function planBootSources(
  { engine, fork }: ResolvedConfig,
  project: Project | undefined,
  onProgress: StartOptions['onProgress'],
): BootSource[] {
  const sources = (project?.bootContracts ?? []).map(({ name, path, source }) => ({ name, source, file: path }));
  if (sources.length === 0 || (engine === 'embedded' && fork.url === undefined)) return sources;
  const owner = engine === 'embedded' ? 'a fork' : `the ${engine} engine`;
  const names = sources.map(({ name }) => name).join(', ');
  onProgress?.(
    `Clarinet.toml: without effect here: project.override_boot_contracts_source (${names}), because ${owner} has boot contracts of its own`,
  );
  return [];
}

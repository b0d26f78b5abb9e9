import { dirname, relative, resolve, sep } from 'node:path';
import { readClarity } from '#platform/read-clarity.js';
import { DevnetError, invalid } from '../../base/error.js';
import { unknownName } from '../../base/unknown-name.js';
import { ALL_EPOCH_NAMES, EPOCH_NAMES, type EpochName, epochOf } from '../../clarity/epoch.js';
import { CLARITY_VERSIONS, defaultVersion } from '../../clarity/version.js';
import type { Project } from '../../project/clarinet.js';
import type { ResolvedConfig } from '../../project/config.js';
import type { SbtcDeployment } from '../../stacks/engine.js';
import type { GenesisContract } from '../../stacks/genesis-contract.js';
import type { AnalysedContract } from './analyser.js';
import type { MutatedFile } from './run.js';

/** The contracts of a network, and the files of those that are mutated. */
export type NetworkContracts = {
  epoch: EpochName;
  contracts: AnalysedContract[];
  files: MutatedFile[];
};

/** The contracts that a network has at its genesis: those of sBTC, then the others. */
type PlannedContracts = {
  project: Project | undefined;
  sbtc: SbtcDeployment | undefined;
  contracts: readonly GenesisContract[];
};

export type NetworkContractsOptions = {
  config: ResolvedConfig;
  /** The folder that is copied, and the one in which the command runs: absolute. */
  root: string;
  cwd: string;
  /** The names of the contracts to mutate. @default all of the project, and those of the configuration that have a path */
  names?: readonly string[] | undefined;
  /** Plans the network. */
  plan(config: ResolvedConfig): Promise<PlannedContracts>;
  onWarning: (message: string) => void;
};

/**
 * Reads the contracts that a network has at its genesis. @throws DevnetError as `startDevnet`; INVALID_INPUT for an unknown name, or
 * without contracts
 */
export async function networkContracts(options: NetworkContractsOptions): Promise<NetworkContracts> {
  const { config, root, cwd, names, plan: planNetwork, onWarning } = options;
  const plan = await planNetwork(config);
  const folderOfProject = typeof config.project === 'string' ? dirname(config.project) : cwd;
  const own = [
    ...(plan.project?.contracts ?? []).map(({ name, path }) => ({ name, path, folder: folderOfProject })),
    ...config.contracts.flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path, folder: cwd }])),
  ];
  for (const name of names ?? []) {
    const known = own.map((contract) => contract.name);
    if (!known.includes(name)) throw unknownName(name, 'contract', known, `The contracts are ${known.join(', ')}.`);
  }
  const files = new Map<string, MutatedFile>();
  for (const { name, path, folder } of own) {
    if (names !== undefined && !names.includes(name)) continue;
    const file = resolve(folder, path);
    const place = relative(root, file);
    if (place.startsWith(`..${sep}`)) onWarning(`${path} is outside of ${root}, so it is not mutated`);
    else files.set(path, { name: path, path: place.split(sep).join('/'), text: await readClarity(file) });
  }
  if (files.size === 0)
    throw invalid('contracts', 'a Clarinet project with contracts, or contracts with a path in devnet.config.*', undefined);
  const epoch = EPOCH_NAMES.find((name) => name === config.epoch);
  if (epoch === undefined) throw new DevnetError('UNSUPPORTED', `epoch: ${config.epoch} has no contracts`);
  const contracts = [...(plan.sbtc?.contracts ?? []), ...plan.contracts].map((contract) => {
    const { deployer, name, source, clarityVersion, file } = contract;
    const since = ALL_EPOCH_NAMES.find((one) => one === contract.epoch) ?? epoch;
    return {
      contract: `${deployer}.${name}`,
      source,
      clarityVersion: CLARITY_VERSIONS.find((version) => version === clarityVersion) ?? defaultVersion(epochOf(since)),
      epoch: since,
      file: file !== undefined && files.has(file) ? file : undefined,
    };
  });
  return { epoch, contracts, files: [...files.values()] };
}

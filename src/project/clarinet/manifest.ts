import { basename, dirname, resolve } from 'node:path';
import { isRecord } from '../../base/json.js';
import { isDeployableName } from '../../clarity/name-syntax.js';
import { findPrincipal } from '../../clarity/values.js';
import { readToml } from '../toml/document.js';
import type { Table } from '../toml/table.js';
import { unknownKeys } from '../toml/unknown-keys.js';
import { type BootOverride, readOverrides } from './boot-contracts.js';
import { compareEpochs, firstEpochOf, isClarityEpoch, NEWEST_CLARITY, newestClarity } from './epochs.js';
import type { LatestEpoch } from './latest-epoch.js';
import { type Place, showPlace } from './problem.js';
import { type ClarityEpoch, clarityEpochs } from './types.js';

/** What `Clarinet.toml` says. */
export type Manifest = {
  root: string;
  name: string;
  /** The absolute path of the cache. */
  cacheDir: string;
  requirements: { contractId: string; place: Place }[];
  contracts: ManifestContract[];
  /** The boot contracts that the project replaces. */
  bootContracts: BootOverride[];
  /** One line for each key that has no effect, as Clarinet ignores unknown keys, too, and for what differs from clarinet-sdk. */
  notices: string[];
};

/** One table `[contracts.NAME]`. */
export type ManifestContract = {
  name: string;
  /** From the root of the project, with `/` between folders. */
  path: string;
  /** The label of an account. */
  deployer: string;
  epoch: ClarityEpoch;
  clarityVersion: number;
  /** Returns where a key of it is. */
  place(key?: string): Place;
};

/** Contracts without an epoch have this one, and Clarity 1. */
const DEFAULT_EPOCH = '2.05';
const CONTRACT_KEYS = {
  used: ['path', 'deployer', 'epoch', 'clarity_version'],
  // From old projects: Clarinet finds the order itself.
  others: ['depends_on'],
};
const PROJECT_KEYS = {
  used: ['name', 'requirements', 'cache_dir', 'override_boot_contracts_source'],
  // These say nothing about a network.
  others: ['description', 'authors', 'telemetry', 'boot_contracts', 'analysis'],
};
const DOCUMENT_KEYS = { used: ['project', 'contracts', 'repl'] };
/** The passes of the analysis and what a console shows have no effect on execution. */
const REPL_KEYS = {
  used: ['remote_data'],
  others: ['analysis', 'log_print_events', 'costs_version', 'parser_version', 'show_timings', 'save_session'],
};
const REMOTE_DATA_KEYS = { used: ['enabled', 'api_url', 'initial_height'], others: ['use_mainnet_wallets'] };

/**
 * Reads `Clarinet.toml`.
 * @param file its absolute path
 * @param latest the epoch that `latest` means
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export async function readManifest(file: string, latest: LatestEpoch): Promise<Manifest> {
  const root = dirname(file);
  const document = await readToml(root, basename(file), 'Create a project with "clarinet new", or pass --no-project.');
  const project = document.table('project');
  if (project === undefined) throw document.problem('project', 'a table [project]', 'Add [project] with name = "…".');
  const name = project.text('name');
  if (name === undefined) throw project.problem('name', 'the name of the project', 'Add name = "…" to [project].');
  const contracts = document.table('contracts');
  const names = contractNames(contracts);
  const { overrides, notices } = readOverrides(project.table('override_boot_contracts_source'));
  return {
    root,
    name,
    cacheDir: resolve(root, project.text('cache_dir', 'the path of a folder') ?? '.cache'),
    requirements: project.tables('requirements').map(readRequirement),
    contracts: readContracts(contracts, names, latest.epoch),
    bootContracts: overrides,
    notices: [
      ...withoutTable(contracts, names),
      ...unknownIn(document, project, names),
      ...notices,
      ...latestNotice(contracts, names, latest),
    ],
  };
}

function unknownIn(document: Table, project: Table, names: readonly string[]): string[] {
  const contracts = document.table('contracts');
  const repl = document.table('repl');
  return [
    ...unknownKeys('', document, DOCUMENT_KEYS),
    ...unknownKeys('project', project, PROJECT_KEYS),
    ...names.flatMap((name) => unknownKeys(`contracts.${name}`, contracts?.table(name), CONTRACT_KEYS)),
    ...unknownKeys('repl', repl, REPL_KEYS),
    ...unknownKeys('repl.remote_data', repl?.table('remote_data'), REMOTE_DATA_KEYS),
  ];
}

/** One line names all contracts with `latest`, if it is not what clarinet-sdk means. */
function latestNotice(contracts: Table | undefined, all: readonly string[], { difference }: LatestEpoch): string[] {
  const names = all.filter((name) => contracts?.table(name)?.value('epoch') === 'latest');
  const [first] = names;
  if (difference === undefined || contracts === undefined || first === undefined) return [];
  const place = showPlace(contracts.table(first)?.place('epoch') ?? contracts.place(first));
  return [`${place}: epoch = "latest" of ${names.join(', ')} is ${difference}`];
}

function readRequirement(entry: Table): Manifest['requirements'][number] {
  const contractId = entry.text('contract_id', 'the principal of a contract');
  const principal = contractId === undefined ? undefined : findPrincipal(contractId);
  if (contractId === undefined || principal?.name === undefined) {
    throw entry.problem('contract_id', 'the principal of a contract (SP….name)', 'Write contract_id = "SP….name" with a valid address.');
  }
  return { contractId, place: entry.place('contract_id') };
}

/** Returns the contracts that have a table. Clarinet drops others, such as `vault = "contracts/vault.clar"`. */
function contractNames(contracts: Table | undefined): string[] {
  return (contracts?.names ?? []).filter((name) => isRecord(contracts?.value(name)));
}

function withoutTable(contracts: Table | undefined, names: readonly string[]): string[] {
  if (contracts === undefined) return [];
  return contracts.names
    .filter((name) => !names.includes(name))
    .map(
      (name) => `${showPlace(contracts.place(name))}: ${name} is not deployed, as in Clarinet: write [contracts.${name}] with path = "…"`,
    );
}

function readContracts(contracts: Table | undefined, names: readonly string[], latest: ClarityEpoch): ManifestContract[] {
  if (contracts === undefined) return [];
  return names.map((name) => {
    const contract = contracts.table(name);
    if (contract === undefined || !isDeployableName(name)) {
      throw contracts.problem(name, 'a contract name of 1 to 40 letters, digits, - or _ that begins with a letter', 'Rename the contract.');
    }
    return readContract(name, contract, latest);
  });
}

function readContract(name: string, contract: Table, latest: ClarityEpoch): ManifestContract {
  const path = contract.text('path', 'the path of a file');
  if (!path)
    throw contract.problem('path', 'the path of a Clarity file from the root of the project', `Add path = "contracts/${name}.clar".`);
  const epoch = readEpoch(contract, latest);
  return {
    name,
    path: path.replaceAll('\\', '/').replace(/^\.\//, ''),
    deployer: contract.text('deployer', 'the label of an account in settings/Devnet.toml') ?? 'deployer',
    epoch,
    clarityVersion: readClarityVersion(contract, epoch),
    place: (key) => contract.place(key),
  };
}

/** An epoch is text or a number with a point: `"3.0"` or `3.0`. */
function readEpoch(contract: Table, latest: ClarityEpoch): ClarityEpoch {
  const value = contract.value('epoch');
  if (value === undefined) return DEFAULT_EPOCH;
  if (value === 'latest') return latest;
  const text = typeof value === 'number' && Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value !== 'bigint' && isClarityEpoch(text)) return text;
  const hint = typeof value === 'bigint' ? `Write epoch = "${value}.0".` : 'Write the epoch as text, for example epoch = "3.0".';
  throw contract.problem('epoch', `latest or an epoch from ${clarityEpochs[0]} to ${clarityEpochs.at(-1)}`, hint);
}

function readClarityVersion(contract: Table, epoch: ClarityEpoch): number {
  const version = contract.whole('clarity_version', 1n, BigInt(NEWEST_CLARITY));
  if (version === undefined) return contract.has('epoch') ? newestClarity(epoch) : 1;
  const first = firstEpochOf(Number(version)) ?? epoch;
  if (compareEpochs(first, epoch) <= 0) return Number(version);
  const expected = `at most ${newestClarity(epoch)} in epoch ${epoch}`;
  const reason = contract.has('epoch') ? '' : ` Without the key epoch, it is ${DEFAULT_EPOCH}.`;
  throw contract.problem('clarity_version', expected, `Write epoch = "${first}" or later.${reason}`);
}

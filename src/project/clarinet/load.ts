import { dirname, join, relative } from 'node:path';
import { readClarity } from '#platform/read-clarity.js';
import { throwIfAborted } from '../../base/error.js';
import { collectRequirements, type Wanted } from '../requirements/collect.js';
import { createReferences } from '../source/references.js';
import { removeSimnet } from '../source/remove-simnet.js';
import { reasonOf } from '../toml/document.js';
import { readBootContracts } from './boot-contracts.js';
import { readDevnetSettings, SETTINGS_FILE } from './devnet-settings.js';
import { compareEpochs } from './epochs.js';
import { latestEpoch } from './latest-epoch.js';
import { type Manifest, type ManifestContract, readManifest } from './manifest.js';
import { type OwnContract, orderProject, type ScannedContract, type ScannedRequirement } from './order-project.js';
import { type Place, placeAt, problem } from './problem.js';
import type { ClarityEpoch, Project, ProjectAccount } from './types.js';

export type LoadProjectOptions = {
  /** The absolute path of `Clarinet.toml`. */
  file: string;
  /** The epoch of the network: contracts may have no later one. */
  epoch: ClarityEpoch;
  /** The accounts of the network. */
  accounts: readonly ProjectAccount[];
  /** The epochs of contracts that the network has without the project, for example those of sBTC, by principal. @default none */
  provided?: ReadonlyMap<string, ClarityEpoch> | undefined;
  /** Whether code that `#[env(simnet)]` marks is a part of the contracts. @default false */
  isSimnet?: boolean | undefined;
  /** Where requirements come from that are not in the cache. */
  requirements: { api?: string | undefined; fetch: boolean };
  onProgress?: ((step: string) => void) | undefined;
  /** Called if something is degraded, for example a cache that cannot be written. */
  onWarning?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Reads a Clarinet project: its contracts and requirements, in the order of their deployment.
 * @throws DevnetError INVALID_INPUT naming file, line and key; NOT_REACHABLE, TIMEOUT, RPC for a requirement that cannot be
 * fetched; ABORTED
 */
export async function loadProject(options: LoadProjectOptions): Promise<Project> {
  const { file, epoch, accounts, provided = new Map(), requirements: from, signal, onProgress, onWarning } = options;
  const [manifest, settings] = await readBoth(file, epoch);
  const { root, name, cacheDir } = manifest;
  for (const notice of manifest.notices) onProgress?.(notice);
  const read = await Promise.all(manifest.contracts.map((contract) => readContract(manifest, contract, options)));
  throwIfAborted(signal);
  const isKnown = knownContracts(read, provided);
  const references = createReferences();
  for (const { id, source } of read) references.add(id, source);
  const scanned = () => read.map((contract): ScannedContract => ({ ...contract, references: references.of(contract.id) }));
  const found = await collectRequirements({
    root,
    cacheDir,
    ...from,
    wanted: () => [...manifest.requirements, ...scanned().flatMap((contract) => neededRequirements(contract, { isKnown, accounts }))],
    references,
    isKnown,
    onProgress,
    onWarning,
    signal,
  });
  const contracts = scanned();
  const requirements = found.map((one): ScannedRequirement => ({ ...one, references: references.of(one.contractId) }));
  checkEpochs({ epoch, contracts, requirements, root });
  return {
    root,
    name,
    cacheDir,
    accounts,
    provided: [...provided.keys()].filter((id) => isUsed(id, manifest, [...contracts, ...requirements])),
    ...orderProject({ root, contracts, requirements, provided }),
    bootContracts: await readBootContracts(root, manifest.bootContracts),
    stackingOrders: settings.stackingOrders,
    deploymentFeeRate: settings.deploymentFeeRate,
  };
}

/** Reports the manifest's problems first. */
async function readBoth(file: string, epoch: ClarityEpoch) {
  const manifest = await readManifest(file, await latestEpoch(dirname(file), epoch));
  return [manifest, await readDevnetSettings(manifest.root)] as const;
}

async function readContract(
  { root }: Manifest,
  { name, path, deployer, epoch, clarityVersion, place }: ManifestContract,
  { accounts, isSimnet = false }: Pick<LoadProjectOptions, 'accounts' | 'isSimnet'>,
): Promise<OwnContract> {
  const account = accounts.find(({ label }) => label === deployer);
  if (account === undefined) {
    const labels = accounts.map(({ label }) => label).join(', ');
    throw problem(
      place('deployer'),
      `contracts.${name}.deployer`,
      `the label of an account: ${labels}`,
      deployer,
      `Add [accounts.${deployer}] to ${SETTINGS_FILE}.`,
    );
  }
  const text = await readClarity(join(root, path)).catch((error: unknown) => {
    const received = reasonOf(error) ?? path;
    throw problem(place('path'), `contracts.${name}.path`, 'a readable file', received, 'Create the file, or correct the path.');
  });
  const source = isSimnet ? text : removeSimnet(text);
  return { id: `${account.address}.${name}`, name, deployer, path, source, epoch, clarityVersion, place };
}

function isUsed(id: string, { requirements }: Manifest, scanned: readonly Pick<ScannedContract, 'references'>[]): boolean {
  return (
    requirements.some(({ contractId }) => contractId === id) ||
    scanned.some(({ references }) => references.some(({ contract }) => contract === id))
  );
}

/** The boot contracts of a testnet and of mainnet, which the embedded VM has both. */
const BOOT_ADDRESSES = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'];

function knownContracts(contracts: readonly OwnContract[], provided: ReadonlyMap<string, unknown>): (contractId: string) => boolean {
  const own = new Set(contracts.map(({ id }) => id));
  return (contractId) =>
    own.has(contractId) || provided.has(contractId) || BOOT_ADDRESSES.some((address) => contractId.startsWith(`${address}.`));
}

/**
 * Returns the contracts that a contract needs from elsewhere. @throws DevnetError INVALID_INPUT if an account of the project has no
 * such contract
 */
function neededRequirements(
  { name, path, source, references }: ScannedContract,
  { isKnown, accounts }: { isKnown: (contractId: string) => boolean; accounts: readonly ProjectAccount[] },
): Wanted[] {
  return references
    .filter(({ contract, isNeeded }) => isNeeded && !isKnown(contract))
    .map(({ contract, offset }) => {
      const place = placeAt(path, source, offset);
      const [address = '', missing = ''] = contract.split('.');
      const owner = accounts.find((account) => account.address === address);
      if (owner !== undefined) {
        const hint = `Contract ${name} needs it: add [contracts.${missing}] with deployer = "${owner.label}", or correct the name.`;
        throw problem(place, `.${missing}`, `a contract of the account ${owner.label} in Clarinet.toml`, undefined, hint);
      }
      return { contractId: contract, place };
    });
}

type CheckedProject = {
  epoch: ClarityEpoch;
  contracts: readonly ScannedContract[];
  requirements: readonly ScannedRequirement[];
  root: string;
};

/** @throws DevnetError INVALID_INPUT if a contract is from a later epoch than the network */
function checkEpochs({ epoch, contracts, requirements, root }: CheckedProject): void {
  const check = (own: ClarityEpoch, place: Place, key: string) => {
    if (compareEpochs(own, epoch) <= 0) return;
    throw problem(
      place,
      key,
      `at most ${epoch}, the epoch of the network`,
      own,
      'Choose an earlier epoch here, or a later one for the network with --epoch.',
    );
  };
  for (const contract of contracts) check(contract.epoch, contract.place('epoch'), `contracts.${contract.name}.epoch`);
  for (const { epoch: own, path } of requirements) {
    check(own, { file: relative(root, path).replace(/\.clar$/, '.json') }, 'epoch');
  }
}

import { relative } from 'node:path';
import type { Requirement } from '../requirements/files.js';
import type { Reference } from '../source/references.js';
import { compareEpochs } from './epochs.js';
import { type Node, orderContracts } from './order.js';
import { type Place, placeAt, problem } from './problem.js';
import type { ClarityEpoch, Project, ProjectContract, ProjectRequirement } from './types.js';
import { clarityEpochs } from './types.js';

/** A contract of the project. */
export type OwnContract = Omit<ProjectContract, 'dependencies'> & {
  /** Returns where a key of it is in the manifest. */
  place(key?: string): Place;
};
/** A contract of the project, and the contracts that its source names. */
export type ScannedContract = OwnContract & { references: Reference[] };
/** A requirement, and the contracts that its source names. */
export type ScannedRequirement = Requirement & { references: Reference[] };

export type OrderProjectOptions = {
  root: string;
  contracts: readonly ScannedContract[];
  requirements: readonly ScannedRequirement[];
  /** The epochs of other contracts that are there, by principal. */
  provided: ReadonlyMap<string, ClarityEpoch>;
};

/**
 * Puts the contracts and the requirements of a project into the order of their deployment.
 * @throws DevnetError INVALID_INPUT for a cycle, and for a contract that needs one of a later epoch
 */
export function orderProject({
  root,
  contracts,
  requirements,
  provided,
}: OrderProjectOptions): Pick<Project, 'contracts' | 'requirements'> {
  const all: Ordered[] = [
    ...requirements.map(({ contractId, path, ...rest }) => ({ ...rest, id: contractId, shown: contractId, file: relative(root, path) })),
    ...contracts.map(({ id, name, path, source, epoch, references }) => ({ id, shown: name, file: path, source, epoch, references })),
  ];
  const epochs = new Map([...provided, ...all.map(({ id, epoch }) => [id, epoch] as const)]);
  for (const contract of all) checkOrderOfEpochs(contract, epochs);
  const sorted = sort(all);
  const position = new Map(sorted.map(({ id }, index) => [id, index]));
  const dependenciesOf = (id: string, references: readonly Reference[]): string[] =>
    references
      .map(({ contract }) => contract)
      .filter((other) => provided.has(other) || (position.get(other) ?? Number.POSITIVE_INFINITY) < (position.get(id) ?? 0));
  const byPosition = (a: string, b: string): number => (position.get(a) ?? 0) - (position.get(b) ?? 0);
  return {
    requirements: requirements
      .map(
        ({ references, ...requirement }): ProjectRequirement => ({
          ...requirement,
          dependencies: dependenciesOf(requirement.contractId, references),
        }),
      )
      .toSorted((a, b) => byPosition(a.contractId, b.contractId)),
    contracts: contracts
      .map(({ references, place: _place, ...contract }) => ({ ...contract, dependencies: dependenciesOf(contract.id, references) }))
      .toSorted((a, b) => byPosition(a.id, b.id)),
  };
}

type Ordered = {
  id: string;
  /** How messages call it. */
  shown: string;
  /** Relative to the root. */
  file: string;
  source: string;
  epoch: ClarityEpoch;
  references: readonly Reference[];
};

function sort(contracts: readonly Ordered[]): Node<Ordered>[] {
  const order = orderContracts(
    contracts.map((contract) => ({
      id: contract.id,
      rank: clarityEpochs.indexOf(contract.epoch),
      needed: contract.references.filter(({ isNeeded }) => isNeeded).map((reference) => reference.contract),
      preferred: contract.references
        .filter(({ isNeeded, contract: other }) => !isNeeded && other !== contract.id)
        .map((reference) => reference.contract),
      contract,
    })),
  );
  if ('sorted' in order) return order.sorted;
  const [first = '', second = first] = order.cycle;
  const start = contracts.find(({ id }) => id === first) as Ordered;
  const names = [...order.cycle, first].map((id) => contracts.find((contract) => contract.id === id)?.shown);
  throw problem(
    placeOf(start, second),
    start.shown,
    'no cycle of contracts',
    names.join(' → '),
    'Each contract can only use contracts that exist before it.',
  );
}

function checkOrderOfEpochs(contract: Ordered, epochs: ReadonlyMap<string, ClarityEpoch>): void {
  for (const { contract: other, isNeeded } of contract.references) {
    const epoch = epochs.get(other);
    if (!isNeeded || epoch === undefined || compareEpochs(epoch, contract.epoch) <= 0) continue;
    const expected = `epoch ${epoch} or later, because it needs ${other}`;
    throw problem(placeOf(contract, other), contract.shown, expected, contract.epoch, `Write epoch = "${epoch}" for it in Clarinet.toml.`);
  }
}

function placeOf({ file, source, references }: Ordered, other: string): Place {
  return placeAt(file, source, references.find(({ contract }) => contract === other)?.offset ?? 0);
}

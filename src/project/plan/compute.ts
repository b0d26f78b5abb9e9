import { relative } from 'node:path';
import type { Place } from '../clarinet/problem.js';
import type { ClarityEpoch, Project, ProjectAccount, ProjectContract, ProjectRequirement } from '../clarinet/types.js';
import type { ContractPublish, Plan, PlanBatch, PlanTransaction, RequirementPublish } from './types.js';

/** As many transactions of one account a stacks-node holds in its mempool. Clarinet's batches have no more. */
export const LARGEST_BATCH = 25;

/** Returns the plan that a project gives: its requirements, then its contracts, in batches of one epoch. */
export function computePlan(project: Project): Plan {
  const requirements = publishRequirements(project, project.requirements, new Set(project.contracts.map(({ id }) => id)));
  const transactions = [
    ...project.requirements.map(({ epoch }, index) => ({ epoch, transaction: requirements[index] as RequirementPublish })),
    ...project.contracts.map((contract) => ({ epoch: contract.epoch, transaction: publishContract(contract) })),
  ];
  const batches: { epoch: ClarityEpoch; transactions: PlanTransaction[]; place: Place }[] = [];
  for (const { epoch, transaction } of transactions) {
    const last = batches.at(-1);
    if (last?.epoch === epoch && last.transactions.length < LARGEST_BATCH) last.transactions.push(transaction);
    else batches.push({ epoch, transactions: [transaction], place: transaction.place });
  }
  return { file: undefined, batches: batches satisfies PlanBatch[] };
}

/** Returns the transaction that publishes a contract of the project. */
export function publishContract({ id, name, path, clarityVersion }: ProjectContract): ContractPublish {
  const [sender = ''] = id.split('.');
  return { type: 'contract-publish', ...at({ file: path }), sender, cost: undefined, name, path, clarityVersion };
}

/**
 * Returns the transactions that publish requirements under the address of the account `deployer`, whose contracts are then meant
 * wherever the publisher's were. If two publishers have contracts of one name, or the project has one, another account stands for the
 * second publisher.
 * @param taken the ids of contracts that other transactions publish
 */
export function publishRequirements(
  { root, accounts }: Project,
  requirements: readonly ProjectRequirement[],
  taken: ReadonlySet<string>,
): RequirementPublish[] {
  const senders = publishers(accounts, requirements, taken);
  return requirements.map(({ contractId, path, clarityVersion }) => {
    const [from = ''] = contractId.split('.');
    const sender = senders.get(from) ?? '';
    const file = relative(root, path);
    const remaps = [{ from, to: sender }];
    return { type: 'requirement-publish', ...at({ file }), sender, cost: undefined, contractId, path: file, clarityVersion, remaps };
  });
}

/** Returns which account stands for each publisher. All its contracts have one account, because they may name each other as `.name`. */
function publishers(
  accounts: readonly ProjectAccount[],
  requirements: readonly ProjectRequirement[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const names = new Map<string, string[]>();
  for (const { contractId } of requirements) {
    const [publisher = '', name = ''] = contractId.split('.');
    names.set(publisher, [...(names.get(publisher) ?? []), name]);
  }
  const used = new Set(taken);
  const deployer = accounts.filter(({ label }) => label === 'deployer');
  // An account without STX cannot pay for a transaction.
  const others = accounts.filter(({ label, balance }) => label !== 'deployer' && balance > 0n);
  const candidates = [...deployer, ...others].map(({ address }) => address);
  return new Map(
    [...names].map(([publisher, own]) => {
      const sender = candidates.find((address) => own.every((name) => !used.has(`${address}.${name}`))) ?? candidates[0] ?? '';
      for (const name of own) used.add(`${sender}.${name}`);
      return [publisher, sender];
    }),
  );
}

function at(place: Place): { place: Place; placeOf(): Place } {
  return { place, placeOf: () => place };
}

import { relative } from 'node:path';
import type { Place } from '../problem.js';
import type { ClarityEpoch, Project, ProjectContract, ProjectRequirement } from '../types.js';
import type { ContractPublish, Plan, PlanBatch, PlanTransaction, RequirementPublish } from './types.js';

/** As many transactions of one account a stacks-node holds in its mempool. Clarinet's batches have no more. */
export const LARGEST_BATCH = 25;

/** Returns the plan that a project gives: its requirements, then its contracts, in batches of one epoch. */
export function computePlan(project: Project): Plan {
  const transactions = [
    ...project.requirements.map((requirement) => ({ epoch: requirement.epoch, transaction: publishRequirement(project, requirement) })),
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

/** Publishes a requirement under the address of the account `deployer`, whose contracts are then meant wherever the publisher's were. */
export function publishRequirement(
  { root, accounts }: Project,
  { contractId, path, clarityVersion }: ProjectRequirement,
): RequirementPublish {
  const sender = accounts.find(({ label }) => label === 'deployer')?.address ?? '';
  const [from = ''] = contractId.split('.');
  const file = relative(root, path);
  const remaps = [{ from, to: sender }];
  return { type: 'requirement-publish', ...at({ file }), sender, cost: undefined, contractId, path: file, clarityVersion, remaps };
}

function at(place: Place): { place: Place; placeOf(): Place } {
  return { place, placeOf: () => place };
}

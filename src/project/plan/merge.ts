import { resolve } from 'node:path';
import { exists } from '../../system/exists.js';
import type { Project, ProjectContract } from '../types.js';
import { publishContract, publishRequirement } from './compute.js';
import { publishedId } from './file/read.js';
import type { Plan, PlanBatch, PlanTransaction, RequirementPublish } from './types.js';

/** A plan with all contracts and requirements of a project, and those that its file does not publish. */
export type MergedPlan = { plan: Plan; added: readonly string[] };

/**
 * Adds what a plan of a file does not publish: requirements at the beginning, each contract before the first one that depends on it, or at the
 * end.
 */
export function addMissing(plan: Plan, project: Project): MergedPlan {
  const published = new Set(plan.batches.flatMap(({ transactions }) => transactions.map(publishedId)));
  const missing = new Map(project.contracts.filter(({ id }) => !published.has(id)).map((contract) => [contract.id, contract]));
  const dependencies = new Map(project.contracts.map((contract) => [contract.id, contract.dependencies]));
  const added: string[] = [];
  const takeMissing = (id: string): PlanTransaction[] => {
    const needed = (dependencies.get(id) ?? []).flatMap(takeMissing);
    const contract: ProjectContract | undefined = missing.get(id);
    if (contract === undefined) return needed;
    missing.delete(id);
    added.push(id);
    return [...needed, publishContract(contract)];
  };
  const requirements = missingRequirements(plan, project);
  const batches = plan.batches.map((batch) => ({
    ...batch,
    transactions: batch.transactions.flatMap((transaction) => [...takeMissing(publishedId(transaction) ?? ''), transaction]),
  }));
  const rest = [...missing.keys()].flatMap(takeMissing);
  added.unshift(...requirements.map(({ contractId }) => contractId));
  return { plan: { file: plan.file, batches: [...batchOf(requirements), ...batches, ...batchOf(rest)] }, added };
}

function missingRequirements({ batches }: Plan, project: Project): RequirementPublish[] {
  const published = new Set(
    batches.flatMap(({ transactions }) => transactions.map((one) => (one.type === 'requirement-publish' ? one.contractId : undefined))),
  );
  const missing = project.requirements.filter(({ contractId }) => !published.has(contractId));
  return missing.map((requirement) => publishRequirement(project, requirement));
}

function batchOf(transactions: readonly PlanTransaction[]): PlanBatch[] {
  const [first] = transactions;
  return first === undefined ? [] : [{ epoch: undefined, transactions, place: first.place }];
}

/**
 * Whether a plan has something that a project alone does not give: another transaction, or another contract. A contract without a file does not
 * count: a plan may be older than the project.
 */
export async function hasMore(plan: Plan, project: Project): Promise<boolean> {
  const known = new Set(project.contracts.map(({ id }) => id));
  for (const transaction of plan.batches.flatMap(({ transactions }) => transactions)) {
    if (transaction.type === 'requirement-publish') continue;
    if (transaction.type !== 'contract-publish') return true;
    if (!known.has(publishedId(transaction) ?? '') && (await exists(resolve(project.root, transaction.path)))) return true;
  }
  return false;
}

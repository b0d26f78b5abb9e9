import { resolve } from 'node:path';
import { exists } from '#platform/exists.js';
import type { Project, ProjectContract } from '../clarinet/types.js';
import { publishContract, publishRequirements } from './compute.js';
import { publishedId } from './file/read.js';
import type { Plan, PlanBatch, PlanTransaction, RequirementPublish } from './types.js';

/** A plan with all contracts and requirements of a project, and those that its file does not publish. */
export type MergedPlan = { plan: Plan; added: readonly string[] };

/**
 * Adds what a plan of a file does not publish: requirements at the beginning, each contract before the first one that depends on it, or at
 * the end.
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
  const requirements = missingRequirements(plan, project, new Set([...published, ...dependencies.keys()]));
  const batches = plan.batches.map((batch) => ({
    ...batch,
    transactions: batch.transactions.flatMap((transaction) => [...takeMissing(publishedId(transaction) ?? ''), transaction]),
  }));
  const rest = [...missing.keys()].flatMap(takeMissing);
  added.unshift(...requirements.map(({ contractId }) => contractId));
  return { plan: { file: plan.file, batches: [...batchOf(requirements), ...batches, ...batchOf(rest)] }, added };
}

function missingRequirements({ batches }: Plan, project: Project, taken: ReadonlySet<string | undefined>): RequirementPublish[] {
  const published = new Set(
    batches.flatMap(({ transactions }) => transactions.map((one) => (one.type === 'requirement-publish' ? one.contractId : undefined))),
  );
  const missing = project.requirements.filter(({ contractId }) => !published.has(contractId));
  return publishRequirements(project, missing, new Set([...taken].filter((id) => id !== undefined)));
}

function batchOf(transactions: readonly PlanTransaction[]): PlanBatch[] {
  const [first] = transactions;
  return first === undefined ? [] : [{ epoch: undefined, transactions, place: first.place }];
}

/** What a plan has that a project alone does not give. */
export type PlanExtras = {
  /** Whether it has another transaction, or another contract. */
  more: boolean;
  /** A file that it publishes, which does not exist: the plan is older than the project. */
  missing?: string | undefined;
};

/** Compares a plan with its project. A plan that only publishes contracts is older than the project if a file of it does not exist. */
export async function planExtras(plan: Plan, project: Project): Promise<PlanExtras> {
  const known = new Set(project.contracts.map(({ id }) => id));
  const transactions = plan.batches.flatMap((batch) => batch.transactions);
  if (transactions.some(({ type }) => type !== 'requirement-publish' && type !== 'contract-publish')) return { more: true };
  const others = transactions.flatMap((one) => (one.type === 'contract-publish' && !known.has(publishedId(one) ?? '') ? [one.path] : []));
  for (const path of others) if (!(await exists(resolve(project.root, path)))) return { more: false, missing: path };
  return { more: others.length > 0 };
}

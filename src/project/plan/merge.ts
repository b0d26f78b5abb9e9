import type { Project, ProjectContract } from '../types.js';
import { publishContract } from './compute.js';
import { publishedId } from './file/read.js';
import type { Plan, PlanBatch, PlanTransaction } from './types.js';

/** A plan with all contracts of a project, and those that its file does not publish. */
export type MergedPlan = { plan: Plan; added: readonly string[] };

/**
 * Adds the contracts of a project that a plan of a file does not publish: each one before the first contract that depends on it, or at the end.
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
  const batches: PlanBatch[] = plan.batches.map((batch) => ({
    ...batch,
    transactions: batch.transactions.flatMap((transaction) => [...takeMissing(publishedId(transaction) ?? ''), transaction]),
  }));
  const rest = [...missing.keys()].flatMap(takeMissing);
  const [first] = rest;
  if (first !== undefined) batches.push({ epoch: undefined, transactions: rest, place: first.place });
  return { plan: { file: plan.file, batches }, added };
}

/** Whether a plan has something that a project alone does not give: another transaction, or another contract. */
export function hasMore(plan: Plan, project: Project): boolean {
  const known = new Set(project.contracts.map(({ id }) => id));
  return plan.batches
    .flatMap(({ transactions }) => transactions)
    .some((transaction) => {
      if (transaction.type === 'requirement-publish') return false;
      return transaction.type !== 'contract-publish' || !known.has(publishedId(transaction) ?? '');
    });
}

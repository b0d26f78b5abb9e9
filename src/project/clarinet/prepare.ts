import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { exists } from '#platform/exists.js';
import { messageOf } from '../../base/error.js';
import type { Preparation } from '../../stacks/engine.js';
import { computePlan } from '../plan/compute.js';
import { readPlan } from '../plan/file/read.js';
import { addMissing, type MergedPlan, planExtras } from '../plan/merge.js';
import { type PlanTarget, resolvePlan } from '../plan/resolve.js';
import { planKey } from '../plan/resolved.js';
import { DEFAULT_PLAN } from '../plan/types.js';
import { hasOrders, isTemplateOrder, noOrders } from '../stacking/due.js';
import { type AccountOrder, accountOrders, orderProblem } from '../stacking/place.js';
import type { Project, StackingOrder } from './types.js';

export type ProjectPreparation = {
  project: Project;
  /** The file of a plan: absolute, or relative to the project. @default the project's own if it does more than deploy the project */
  plan: string | undefined;
  target: PlanTarget;
  onProgress?: ((step: string) => void) | undefined;
  onWarning?: ((message: string) => void) | undefined;
};

export type PreparedProject = {
  /** What the network does before it is ready; undefined if there is nothing to do. */
  preparation: Preparation | undefined;
  /** The orders that the network carries out from then on. */
  orders: readonly AccountOrder[];
  /** The contracts of this network that requirements stand for, by the requirements' ids. */
  requirements: ReadonlyMap<string, string>;
};

/**
 * Returns what a network does for a project besides its genesis: what the plan publishes, calls and transfers, then its stacking orders.
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export async function prepareProject(options: ProjectPreparation): Promise<PreparedProject> {
  const { project, target, onProgress, onWarning } = options;
  const { plan: chosen, added } = await choosePlan(options);
  const lacking = added.filter((id) => !target.genesis.has(id));
  if (chosen.file !== undefined) {
    onProgress?.(`following ${chosen.file}${lacking.length === 0 ? '' : `, and deploying what it lacks: ${lacking.join(', ')}`}`);
  }
  const plan = await resolvePlan(chosen, project, target);
  const isSupported = hasOrders(target.epoch);
  if (!isSupported && !project.stackingOrders.every(isTemplateOrder)) onProgress?.(noOrders(target.epoch));
  const orders = isSupported ? accountOrders(project.stackingOrders, project.accounts) : [];
  for (const { order } of orders) await checkAddress(order);
  const { requirements } = plan;
  if (plan.batches.length === 0 && orders.length === 0) return { preparation: undefined, orders, requirements };
  const key = createHash('sha256')
    .update(JSON.stringify([planKey(plan), orders.map(({ order }) => order)]))
    .digest('hex');
  const run: Preparation['run'] = async (network) => {
    // Most starts of real nodes find a network that is kept in this state.
    const [{ runPlan }, { placeOrders }] = await Promise.all([import('../plan/run/run.js'), import('../stacking/prepare.js')]);
    await runPlan(plan, network);
    await placeOrders({ orders, network, onWarning });
  };
  return { preparation: { key, run }, orders, requirements };
}

async function choosePlan({ project, plan: file, onProgress }: Omit<ProjectPreparation, 'target'>): Promise<MergedPlan> {
  const computed = { plan: computePlan(project), added: [] };
  const found = file ?? ((await exists(join(project.root, DEFAULT_PLAN))) ? DEFAULT_PLAN : undefined);
  if (found === undefined) return computed;
  const read = await readPlan(project.root, found);
  if (file !== undefined) return addMissing(read, project);
  const { more, missing } = await planExtras(read, project);
  if (missing !== undefined) onProgress?.(`not following ${found}: it is older than the project, because ${missing} does not exist`);
  return more ? addMissing(read, project) : computed;
}

/** @throws DevnetError INVALID_INPUT */
async function checkAddress(order: StackingOrder): Promise<void> {
  const { poxAddress } = await import('../stacking/pox-4.js');
  try {
    await poxAddress(order.btcAddress);
  } catch (error) {
    throw orderProblem(order, messageOf(error), error);
  }
}

import { type Client, isDead, type Labels, runLabel, statusOf, unlessDone } from '../../engines/docker.js';
import { isOver, tasksOf } from './task.js';

/** What marks the services, networks and secrets of this program. */
export const swarmLabel = 'devnet.swarm';

/** Removes the service, the network and the secret of a run. */
export async function removeNetwork({ docker, ask }: Client, run: string): Promise<void> {
  const filters = { label: [`${runLabel}=${run}`, swarmLabel] };
  await ask('removing a network of the Swarm', async () => {
    for (const { ID } of await docker.listServices({ filters })) await unlessDone(() => docker.getService(ID).remove());
    for (const { ID } of await docker.listSecrets({ filters: { label: filters.label } }))
      await unlessDone(() => docker.getSecret(ID).remove());
  });
  // A network cannot be removed before its container has left it.
  const deadline = performance.now() + LEAVING_MS;
  for (;;) {
    const isGone = await ask('removing an overlay network', async () => {
      const networks = await docker.listNetworks({ filters });
      const removed = await Promise.all(networks.map(({ Id }) => isRemoved(() => docker.getNetwork(Id).remove())));
      return removed.every(Boolean);
    });
    if (isGone || performance.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** How long a container may take to leave its network, in ms. */
const LEAVING_MS = 20_000;

async function isRemoved(remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return true;
    if (statusOf(error) === undefined) throw error;
    return false;
  }
}

/** Something of a run that may be over. */
type Trace = { labels: Labels | undefined; service?: string; at: string };

/** How old a secret or an overlay network without a service must be, in ms: a start makes the service right after them. */
const UNUSED_MS = 300_000;

/**
 * Removes networks whose container has ended, or whose owner on this machine has died, and what starts without a service left.
 * @returns their number
 */
export async function sweepNetworks(client: Client): Promise<number> {
  const { docker, ask } = client;
  const label = [swarmLabel];
  const [services, secrets, networks] = await ask('looking for leftovers', () =>
    Promise.all([
      docker.listServices({ filters: { label } }),
      docker.listSecrets({ filters: { label } }),
      docker.listNetworks({ filters: { label } }),
    ]),
  );
  const traces: Trace[] = [
    ...networks.map(({ Labels, Created }) => ({ labels: Labels, at: Created })),
    ...secrets.map(({ Spec, CreatedAt = '' }) => ({ labels: Spec?.Labels, at: CreatedAt })),
    ...services.map(({ ID, Spec, CreatedAt = '' }) => ({ labels: Spec?.Labels, service: ID, at: CreatedAt })),
  ];
  // Of the traces of a run, its service counts.
  const runs = new Map(
    traces.flatMap((trace) => (trace.labels?.[runLabel] === undefined ? [] : [[trace.labels[runLabel], trace] as const])),
  );
  let count = 0;
  for (const [run, trace] of runs) {
    if (!(await isOverNow(client, trace))) continue;
    await removeNetwork(client, run);
    count++;
  }
  return count;
}

async function isOverNow(client: Client, { labels = {}, service, at }: Trace): Promise<boolean> {
  if (await isDead(labels)) return true;
  if (service === undefined) return Date.now() - Date.parse(at) > UNUSED_MS;
  const tasks = await tasksOf(client, service);
  return tasks.length > 0 && tasks.every(isOver);
}

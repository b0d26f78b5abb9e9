import { type Client, statusOf, unlessDone } from '../../engines/real-nodes/launch/docker/client.js';
import { isDead, type Labels, runLabel } from '../../engines/real-nodes/launch/docker/labels.js';
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

/** Removes networks whose container has ended, or whose owner on this machine has died. @returns their number */
export async function sweepNetworks(client: Client): Promise<number> {
  const { docker, ask } = client;
  const filters = { label: [swarmLabel] };
  const services = await ask('looking for leftovers', () => docker.listServices({ filters }));
  const runs = new Map<string, { labels: Labels; id: string }>();
  for (const { ID: id, Spec: spec } of services) {
    const labels = spec?.Labels;
    const run = labels?.[runLabel];
    if (labels !== undefined && run !== undefined) runs.set(run, { labels, id });
  }
  let count = 0;
  for (const [run, { labels, id }] of runs) {
    const tasks = await tasksOf(client, id);
    const hasEnded = tasks.length > 0 && tasks.every(isOver);
    if (!hasEnded && !(await isDead(labels))) continue;
    await removeNetwork(client, run);
    count++;
  }
  return count;
}

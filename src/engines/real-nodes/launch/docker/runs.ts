import { type Client, unlessDone } from './client.js';
import { isDead, type Labels, runLabel } from './labels.js';

/**
 * Removes everything that runs of dead processes have left.
 * @returns the number of ended containers
 */
export async function sweepRuns(client: Client): Promise<number> {
  const filters = { label: [runLabel] };
  const { docker, ask } = client;
  const [containers, networks, { Volumes: volumes }] = await ask('looking for leftovers', () =>
    Promise.all([docker.listContainers({ all: true, filters }), docker.listNetworks({ filters }), docker.listVolumes({ filters })]),
  );
  const runs = new Map<string, Labels>();
  for (const { Labels: labels } of [...containers, ...networks, ...(volumes ?? [])]) {
    const run = labels?.[runLabel];
    if (labels !== undefined && run !== undefined) runs.set(run, labels);
  }
  let ended = 0;
  for (const [run, labels] of runs) if (await isDead(labels)) ended += await removeRun(client, run);
  return ended;
}

/** Removes everything that a run created: containers first, because they use the rest. @returns the number of running containers */
export async function removeRun({ docker, ask }: Client, run: string): Promise<number> {
  const filters = { label: [`${runLabel}=${run}`] };
  return ask('removing the containers', async () => {
    const containers = await docker.listContainers({ all: true, filters });
    await Promise.all(containers.map(({ Id: id }) => unlessDone(() => docker.getContainer(id).remove({ force: true, v: true }))));
    const [networks, { Volumes: volumes }] = await Promise.all([docker.listNetworks({ filters }), docker.listVolumes({ filters })]);
    await Promise.all([
      ...networks.map(({ Id: id }) => unlessDone(() => docker.getNetwork(id).remove())),
      ...(volumes ?? []).map(({ Name: name }) => unlessDone(() => docker.getVolume(name).remove())),
    ]);
    return containers.filter(({ State: state }) => state === 'running' || state === 'paused').length;
  });
}

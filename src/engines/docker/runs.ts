import { type Client, unlessDone } from './client.js';
import { isDead, type Labels, runLabel } from './labels.js';

/**
 * Removes what runs have left whose process is gone, and only that.
 * @returns how many containers it ended
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

/** Removes all that was made for a run: containers first, whatever their state, since they hold the rest. @returns how many ran */
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

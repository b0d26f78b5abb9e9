import { DevnetError } from '../../base/error.js';
import { type Client, connect, engineAddress } from '../../engines/docker.js';
import { dockerHost } from '../../project/config.js';

/** Connects to the container engine, which must be a manager of a Swarm. @throws DevnetError MISSING, INVALID_INPUT */
export async function connectToManager(): Promise<Client> {
  const client = await connect(await engineAddress(dockerHost()));
  if (await isManager(client)) return client;
  throw new DevnetError('MISSING', `docker.swarm: the container engine at ${client.name} is no manager of a Swarm`, {
    field: 'docker.swarm',
    expected: 'a manager of a Swarm',
    hint: 'Name a manager in DOCKER_HOST, or create a Swarm: docker swarm init',
  });
}

/** Whether the container engine is a manager of a Swarm. */
export async function isManager({ docker, ask }: Client): Promise<boolean> {
  const { Swarm: swarm } = (await ask('looking for a Swarm', () => docker.info())) as { Swarm?: { ControlAvailable?: boolean } };
  return swarm?.ControlAvailable === true;
}

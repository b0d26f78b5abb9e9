import { once } from 'node:events';
import { createServer } from 'node:net';
import type Dockerode from 'dockerode';
import type { ServiceEnvironment } from '../launcher.js';
import type { Client } from './client.js';

/**
 * Finds how containers reach this process. On Linux this machine has an address in the network: the gateway. Engines in a virtual
 * machine (Docker Desktop, Colima, Podman on macOS) forward a special name to the loopback interface of this machine.
 */
export async function backchannel(
  { docker, ask, remoteHost }: Client,
  network: Dockerode.Network,
): ReturnType<ServiceEnvironment['backchannel']> {
  if (remoteHost !== undefined) return undefined;
  const [{ IPAM: addresses }, { OperatingSystem: system }] = await ask('looking for the gateway address', () =>
    Promise.all([network.inspect() as Promise<Dockerode.NetworkInspectInfo>, docker.info() as Promise<{ OperatingSystem?: string }>]),
  );
  const gateway = addresses?.Config?.map(({ Gateway: address }) => address?.split('/')[0]).find((address) => address !== undefined);
  if (gateway !== undefined && (await isOwn(gateway))) return { listenOn: gateway, calledAs: gateway };
  if (process.platform === 'linux' && system !== 'Docker Desktop') return undefined;
  return { listenOn: '127.0.0.1', calledAs: 'host.docker.internal' };
}

/** Listens to find out: an interface without a container is down and not listed. */
async function isOwn(address: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(0, address), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

import type Dockerode from 'dockerode';
import { DevnetError } from '../../../../base/error.js';
import type { Client } from './client.js';
import type { Labels } from './labels.js';

/**
 * Creates the network of one run.
 * @throws DevnetError MISSING if the engine has no address range left
 */
export async function createBridge({ docker, ask }: Client, name: string, labels: Labels): Promise<Dockerode.Network> {
  try {
    return await ask('making a network', () => docker.createNetwork({ Name: name, Driver: 'bridge', Labels: labels }));
  } catch (error) {
    if (!(error instanceof Error) || !/address pool/.test(error.message)) throw error;
    throw new DevnetError('MISSING', 'the container engine has no address range left for another network', {
      expected: 'a free address range',
      received: error.message,
      hint: 'docker network prune',
      cause: error,
    });
  }
}

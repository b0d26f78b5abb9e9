import type Dockerode from 'dockerode';
import { DevnetError } from '../../error.js';
import type { Client } from './client.js';
import type { Labels } from './labels.js';

/**
 * Makes a network of its own for one run.
 * @throws DevnetError MISSING when the engine has no addresses left
 */
export async function createBridge({ docker, ask }: Client, name: string, labels: Labels): Promise<Dockerode.Network> {
  try {
    return await ask('making a network', () => docker.createNetwork({ Name: name, Driver: 'bridge', Labels: labels }));
  } catch (error) {
    if (!(error instanceof Error) || !/address pool/.test(error.message)) throw error;
    throw new DevnetError('MISSING', `the container engine has no addresses left for another network`, {
      expected: 'a free address range',
      received: error.message,
      hint: 'docker network prune',
      cause: error,
    });
  }
}

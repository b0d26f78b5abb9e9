import { isDevnetNamed } from '../../project/config.js';
import { connectSimnet } from './connection.js';
import type { Simnet } from './types.js';

/** Where the set-up of a test runner puts the connection to its network. Modules may be loaded more than once. */
const KEY = Symbol.for('stacks-devnet.simnet');

/** Makes a connection the simnet of this test run. */
export function useNetwork(simnet: Simnet): Simnet {
  Reflect.set(globalThis, KEY, simnet);
  return simnet;
}

/** Returns the connection to the network of this run: of its set-up, or of `DEVNET_URL`; undefined without one. */
export function networkOfRun(): Simnet | undefined {
  const own: Simnet | undefined = Reflect.get(globalThis, KEY);
  if (own !== undefined || !isDevnetNamed()) return own;
  return useNetwork(connectSimnet());
}

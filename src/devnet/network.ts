import { createRequire } from 'node:module';
import type { StacksNetwork } from '@stacks/network';

const require = createRequire(import.meta.url);

/** stacks.js' own description of a devnet, at another base URL. Its package is loaded by the first call. */
export function stacksNetwork(baseUrl: string): StacksNetwork {
  const { STACKS_DEVNET } = require('@stacks/network') as typeof import('@stacks/network');
  return { ...STACKS_DEVNET, client: { baseUrl } };
}

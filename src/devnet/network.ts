import { createRequire } from 'node:module';
import type { StacksNetwork } from '@stacks/network';
import { REGTEST } from '../engines/chains.js';

const require = createRequire(import.meta.url);

/** stacks.js' own description of a devnet or of mainnet, at another base URL. Its package is loaded by the first call. */
export function stacksNetwork(baseUrl: string, chainId = REGTEST.stacks.networkId): StacksNetwork {
  const { STACKS_DEVNET, STACKS_MAINNET } = require('@stacks/network') as typeof import('@stacks/network');
  const base = chainId === STACKS_MAINNET.chainId ? STACKS_MAINNET : STACKS_DEVNET;
  return { ...base, chainId, client: { baseUrl } };
}

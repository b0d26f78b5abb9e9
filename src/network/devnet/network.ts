import { createRequire } from '#platform/packages.js';
import type { StacksNetwork } from '../../clarity/stacks-js.js';
import { REGTEST } from '../../stacks/engine.js';

const require = createRequire(import.meta.url);

/**
 * stacks.js' own description of a devnet or of mainnet, at another base URL. Its package is loaded by the first call. @param fetch answers
 * without a port
 */
export function stacksNetwork(baseUrl: string, chainId = REGTEST.stacks.networkId, fetch?: typeof globalThis.fetch): StacksNetwork {
  const { STACKS_DEVNET, STACKS_MAINNET } = require('@stacks/network') as typeof import('@stacks/network');
  const base = chainId === STACKS_MAINNET.chainId ? STACKS_MAINNET : STACKS_DEVNET;
  return { ...base, chainId, client: { baseUrl, ...(fetch && { fetch }) } };
}

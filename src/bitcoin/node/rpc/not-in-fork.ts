import type { HeaderEntry } from '../chain/block-entry.js';
import type { Chain } from '../chain/chain.js';
import { RPC_CODE, RpcError } from './error.js';

/** The error of a method that needs what the node of a fork does not have. @param what completes "NOT_IN_FORK: " */
export function notInFork({ origin }: Pick<Chain, 'origin'>, what: string): RpcError {
  return new RpcError(RPC_CODE.MISC_ERROR, `NOT_IN_FORK: ${what}. Ask a node of the origin, ${origin?.url ?? ''}.`);
}

/** Requires a block above the one from which a fork continues. @throws RpcError */
export function requireOwn(chain: Pick<Chain, 'origin' | 'base'>, { height, hash }: HeaderEntry): void {
  const { height: lowest } = chain.base();
  if (chain.origin === undefined || height > lowest) return;
  const what = `block ${height} (${hash}) is of the origin, which a fork continues as it is`;
  const message = `NOT_IN_FORK: ${what}. Name a block above ${lowest}, or fork again with a lower height.`;
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}

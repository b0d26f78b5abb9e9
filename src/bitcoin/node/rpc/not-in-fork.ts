import type { HeaderEntry } from '../chain/block-entry.js';
import type { Chain } from '../chain/chain.js';
import { RPC_CODE, RpcError } from './error.js';

/** The error of a method that needs what the node of a fork does not have. @param what completes "NOT_IN_FORK: " */
export function notInFork({ origin }: Pick<Chain, 'origin'>, what: string): RpcError {
  return new RpcError(RPC_CODE.MISC_ERROR, `NOT_IN_FORK: ${what}. Ask a node of the origin, ${origin?.url ?? ''}.`);
}

/** Requires a block above the one from which a fork, of this chain or of what follows it, continues. @throws RpcError */
export function requireOwn(chain: Pick<Chain, 'origin' | 'lowestFork'>, { height, hash }: HeaderEntry): void {
  const lowest = chain.lowestFork();
  if (height > lowest || (chain.origin === undefined && lowest === 0)) return;
  const what = `block ${height} (${hash}) is not above block ${lowest}, from which a fork continues`;
  const message = `NOT_IN_FORK: ${what}. Name a block above ${lowest}, or fork again with a lower height.`;
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}

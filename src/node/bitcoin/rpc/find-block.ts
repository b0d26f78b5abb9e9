import type { BlockEntry } from '../chain/block-entry.js';
import type { Chain } from '../chain/chain.js';
import { RPC_CODE, RpcError } from './error.js';
import { parseHash } from './parse-hash.js';

/** The block of a hash argument. @throws RpcError −5 */
export function findBlock(chain: Chain, text: string, label = 'blockhash'): BlockEntry {
  const entry = chain.block(parseHash(text, label));
  if (entry === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Block not found');
  return entry;
}

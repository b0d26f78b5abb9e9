import type { HeaderEntry, StoredBlock } from '../../chain/block-entry.js';
import type { Chain } from '../../chain/chain.js';
import { RPC_CODE, RpcError } from '../error.js';
import { parseHash } from './parse-hash.js';

/** Returns the header of a hash argument, with or without its block. @throws RpcError −5 */
export function findHeader(chain: Chain, text: string, label = 'blockhash'): HeaderEntry {
  const entry = chain.lookup.header(parseHash(text, label));
  if (entry === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Block not found');
  return entry;
}

/** Returns the block of a hash argument, including early blocks. @throws RpcError −5, or −1 if only its header is known */
export function findBlock(chain: Chain, text: string, label = 'blockhash'): StoredBlock {
  const block = chain.lookup.stored(findHeader(chain, text, label).hash);
  if (block === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'Block not available (not fully downloaded)');
  return block;
}

import { with0x } from '../../base/hex.js';
import type { BlockRecord } from '../history/chain/records.js';
import type { ApiContext } from './context.js';
import { badRequest } from './errors.js';
import { isPrincipal } from './is-principal.js';

/** A txid or hash in lower case with 0x. */
export function normalTxid(text: string): string {
  return with0x(text.toLowerCase());
}

/** Returns the block at a height; for 0 also one that is not canonical, as v1 knows it. */
export function blockAt({ history: { chain } }: Pick<ApiContext, 'history'>, height: number): BlockRecord | undefined {
  return chain.at(height) ?? (height === 0 ? chain.genesis : undefined);
}

/** Returns a block of any branch as v1 finds it: not by its index block hash. */
export function blockByHash({ history: { chain } }: Pick<ApiContext, 'history'>, text: string): BlockRecord | undefined {
  const hash = text.toLowerCase();
  const found = chain.find(hash);
  return found?.facts.blockHash === hash ? found : undefined;
}

/** Returns the block that `latest`, a hash, a height or a time names. A time names the newest block that is not after it. */
export function resolveBlock(
  { history: { chain } }: Pick<ApiContext, 'history'>,
  name: { id: string | number } | { timestamp: number },
): BlockRecord | undefined {
  if ('timestamp' in name) return newestUpTo(chain.blocks, name.timestamp);
  const id = `${name.id}`;
  if (id === 'latest') return chain.tip;
  if (/^\d+$/.test(id) && id.length < 64) return chain.at(Number(id));
  const found = chain.find(normalTxid(id));
  return found !== undefined && chain.isCanonical(found) ? found : undefined;
}

/** Blocks' times ascend. */
function newestUpTo(blocks: readonly BlockRecord[], time: number): BlockRecord | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/** @throws ApiError 400 for an address with a wrong checksum, and for a malformed contract name */
export function checkPrincipal(text: string): string {
  if (!isPrincipal(text)) throw badRequest(`invalid STX address "${text}"`);
  return text;
}

/** @throws ApiError 400 unless it is hex with 0x */
export function checkHex(text: string): string {
  if (!text.startsWith('0x')) throw badRequest('Hex string is missing the "0x" prefix');
  if (text.length % 2 !== 0) throw badRequest('Hex string is an odd number of digits');
  if (!/^0x[0-9a-f]*$/i.test(text)) throw badRequest('Invalid hash characters');
  return text;
}

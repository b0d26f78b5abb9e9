import type { ApiContext } from './context.js';
import { normalTxid, resolveBlock } from './find.js';

// What the answers with an ETag are about, errors included: the API has none for something that it does not know.

const HASH = /^(0x)?[0-9a-f]{64}$/i;

/** A transaction in a block, pending or dropped. */
export function isKnownTransaction({ history: { chain, mempool } }: ApiContext, { tx_id: text }: { tx_id: string }): boolean {
  if (!HASH.test(text)) return false;
  const id = normalTxid(text);
  return chain.transaction(id) !== undefined || mempool.find(id) !== undefined || mempool.findLeft(id) !== undefined;
}

/** A block by its index block hash, also one that left the chain, or a canonical one by its height. A block hash does not count. */
export function isKnownBlock({ history: { chain } }: ApiContext, { height_or_hash: name }: { height_or_hash: string | number }): boolean {
  const id = `${name}`;
  if (id === 'latest') return chain.tip !== undefined;
  if (HASH.test(id)) return chain.find(normalTxid(id))?.hash === normalTxid(id);
  return chain.at(Number(id)) !== undefined;
}

/** A time that is not before the first block. */
export function isKnownTime(context: ApiContext, { timestamp }: { timestamp: number }): boolean {
  return resolveBlock(context, { timestamp }) !== undefined;
}

type OfPrincipal = { principal: string } | { address: string };

/** A principal with a transaction in a block. */
export function isActive({ lookup }: ApiContext, params: OfPrincipal): boolean {
  const name = 'principal' in params ? params.principal : params.address;
  return (lookup.accounts.find(name)?.transactions.length ?? 0) > 0;
}

/** A principal with a transaction in a block, or with a pending one that it signed, or that pays it. */
export function isActiveOrPending(context: ApiContext, params: { principal: string }): boolean {
  const { mempool } = context.history;
  const { principal } = params;
  return isActive(context, params) || mempool.list(`signer ${principal}`).size > 0 || mempool.list(`to ${principal}`).size > 0;
}

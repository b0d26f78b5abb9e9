import { type Answer, okBytes, RpcError, tooShort, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import type { RpcRequest } from './request.js';

/** `MemPoolSyncData` of stacks-core: what the asking peer has already, as a bloom filter or as tags of 8 bytes with their seed. */
const BLOOM_FILTER = 1;
const TAGS = 2;
/** The one kind of hash function of bloom filters. */
const BLOOM_HASHER = 1;
const SEED_LENGTH = 32;
const TAG_LENGTH = 8;

/**
 * `POST /v2/mempool/query`: what waits, one transaction after another, all on one page. Tags spare nothing, so that a peer gets again
 * what it has; bloom filters, which only nodes send, are taken for too short.
 */
export function queryMempool({ state }: RpcNode, { body }: RpcRequest): Answer {
  if (body.length === 0) throw undecodable('Invalid Http request: expected nonzero body length');
  const kind = body[0] ?? 0;
  if (kind === BLOOM_FILTER) refuseBloomFilter(body[1]);
  if (kind !== TAGS) throw unreadable(`Unrecognized MemPoolSyncDataID ${kind}`);
  const tags = 1 + SEED_LENGTH + 4;
  if (body.length < tags || body.length < tags + TAG_LENGTH * body.readUInt32BE(tags - 4)) throw tooShort();
  return okBytes(Buffer.concat([...state.pool.entries()].map(({ transaction }) => transaction.raw)));
}

function refuseBloomFilter(hasher: number | undefined): never {
  if (hasher !== undefined && hasher !== BLOOM_HASHER) throw unreadable(`Not a supported bloom hasher type ID: ${hasher}`);
  throw tooShort();
}

function unreadable(message: string): RpcError {
  return new RpcError(400, `Failed to decode due to SIP-003 codec error: DeserializeError("${message}")`);
}

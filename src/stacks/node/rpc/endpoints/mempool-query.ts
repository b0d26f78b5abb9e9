import { type Answer, okBytes, RpcError, tooShort, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import type { RpcRequest } from '../request.js';

/** The form of `MemPoolSyncData` of stacks-core that lists what the peer has: a seed, then tags of 8 bytes. */
const TAGS = 2;
const SEED_LENGTH = 32;
const TAG_LENGTH = 8;

/**
 * `POST /v2/mempool/query`: all pending transactions, one after another, on one page. Tags are ignored, so the peer also gets the
 * transactions that it has. Nodes among themselves send bloom filters instead, which this node refuses.
 */
export function queryMempool({ state }: RpcNode, { body }: RpcRequest): Answer {
  if (body.length === 0) throw undecodable('Invalid Http request: expected nonzero body length');
  const kind = body[0] ?? 0;
  if (kind !== TAGS) throw new RpcError(400, `Failed to decode due to SIP-003 codec error: unsupported kind of query ${kind}`);
  const tags = 1 + SEED_LENGTH + 4;
  if (body.length < tags || body.length < tags + TAG_LENGTH * body.readUInt32BE(tags - 4)) throw tooShort();
  return okBytes(Buffer.concat([...state.pool.entries()].map(({ transaction }) => transaction.raw)));
}

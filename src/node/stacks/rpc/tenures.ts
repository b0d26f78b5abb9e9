import { type StacksBlock, serializeBlock } from '../chain/block.js';
import { tenureAt } from '../chain/tenures.js';
import { type Answer, notFound, ok, okBytes, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { type RpcRequest, requireNoBody } from './request.js';

const ZERO_HASH = '00'.repeat(32);
const MAX_U64 = 18_446_744_073_709_551_615n;

/** `GET /v3/tenures/info` */
export function getTenureInfo({ state, pox }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const { tip } = state.ledger;
  const parent = tip.sortition.parent;
  return ok({
    consensus_hash: tip.sortition.consensusHash,
    tenure_start_block_id: tip.tenureStart,
    parent_consensus_hash: parent?.consensusHash ?? '00'.repeat(20),
    parent_tenure_start_block_id: (parent && tenureAt(state.ledger, parent.height)?.tenureStart) ?? ZERO_HASH,
    tip_block_id: tip.indexHash,
    tip_height: tip.height,
    reward_cycle: Math.floor(state.sortitions.tip.height / pox.rewardLength),
  });
}

/** `GET /v3/tenures/{block_id}`: the blocks of a tenure from that block down to its first. */
export function getTenure({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const id = request.params['block_id'] ?? '';
  const last = state.ledger.byId(id);
  if (last === undefined) throw notFound(`No such block ${id}\n`);
  const blocks: Buffer[] = [];
  for (let block: StacksBlock | undefined = last; block?.tenureStart === last.tenureStart; block = block.parent)
    blocks.push(serializeBlock(block));
  return okBytes(Buffer.concat(blocks));
}

/** `GET /v3/blocks/{block_id}` */
export function getBlock({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const id = request.params['block_id'] ?? '';
  const block = state.ledger.byId(id);
  if (block === undefined) throw notFound(`No such block ${id}\n`);
  return okBytes(serializeBlock(block));
}

/** `GET /v3/blocks/height/{block_height}` */
export function getBlockByHeight({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const height = BigInt(request.params['block_height'] ?? '');
  if (height > MAX_U64) throw undecodable('Invalid path: unparseable block height');
  const block = state.ledger.at(Number(height));
  if (block === undefined) throw notFound(`No such block #${height}\n`);
  return okBytes(serializeBlock(block));
}

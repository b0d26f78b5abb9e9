import { u32 } from '../../../protocol/codec/writer.js';
import { headerFields, type StacksBlock, serializeBlock } from '../../chain/block/block.js';
import type { Sortition } from '../../chain/state/sortition.js';
import { tenureAt } from '../../chain/state/tenures.js';
import { type Answer, badRequestJson, notFound, ok, RpcError } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';
import { findSortition } from './find-sortition.js';

const MAX_U64 = 18_446_744_073_709_551_615n;
/** How many tenures one answer about forks goes back from the first at most, as in the node. */
const MAX_FORK_DEPTH = 10;

/** `GET /v3/tenures/tip/{consensus_hash}`: the header of the tenure's last block. */
export function getTenureTip(node: RpcNode, request: RpcRequest): Answer {
  return ok({ Nakamoto: headerFields(lastOfTenure(node, request)) });
}

/** `GET /v3/tenures/tip_metadata/{consensus_hash}` */
export function getTenureTipMetadata(node: RpcNode, request: RpcRequest): Answer {
  const block = lastOfTenure(node, request);
  return ok({ anchored_header: { Nakamoto: headerFields(block) }, burn_view: block.sortition.consensusHash });
}

/** `GET /v3/tenures/blocks/{consensus_hash}` */
export function getTenureBlocks(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const hash = request.params['consensus_hash'] ?? '';
  const sortition = findSortition(node, ({ consensusHash }) => consensusHash === hash);
  if (sortition === undefined) throw notFound(`No sortition found for tenure '${hash}'`);
  return tenureBlocks(node, sortition);
}

/** `GET /v3/tenures/blocks/hash/{burnchain_block_hash}` */
export function getTenureBlocksByHash(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const hash = request.params['burnchain_block_hash'] ?? '';
  const sortition = findSortition(node, ({ burn }) => burn.hash === hash);
  if (sortition === undefined) throw notFound(`No sortition id found for burn block hash '${hash}'`);
  return tenureBlocks(node, sortition);
}

/** `GET /v3/tenures/blocks/height/{burnchain_block_height}` */
export function getTenureBlocksByHeight(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const height = BigInt(request.params['burnchain_block_height'] ?? '');
  if (height > MAX_U64) throw new RpcError(400, 'Failed to decode `burnchain_block_height`');
  const sortition = node.state.sortitions.at(Number(height));
  if (sortition === undefined) throw notFound(`No block snapshot found for burn block height '${height}'`);
  return tenureBlocks(node, sortition);
}

/** `GET /v3/tenures/fork_info/{start}/{stop}`: from the later sortition `stop` back to `start`. */
export function getForkInfo(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const [start = '', stop = ''] = [request.params['start'], request.params['stop']];
  const end = findSortition(node, ({ consensusHash }) => consensusHash === start);
  const from = findSortition(node, ({ consensusHash }) => consensusHash === stop);
  if (end === undefined || from === undefined) throw notFound(`Could not find snapshot Some(${stop})\n`);
  if (from.height < end.height) return badRequestJson('Supplied start and end sortitions are not in the same sortition fork');
  const infos: unknown[] = [];
  for (
    let at: Sortition | undefined = from;
    at !== undefined && at.height >= end.height && infos.length <= MAX_FORK_DEPTH;
    at = at.parent
  ) {
    infos.push(forkInfo(node, at));
  }
  return ok(infos);
}

function lastOfTenure(node: RpcNode, request: RpcRequest): StacksBlock {
  requireNoBody(request);
  const hash = request.params['consensus_hash'] ?? '';
  const sortition = findSortition(node, ({ consensusHash }) => consensusHash === hash);
  const block = sortition && blocksOf(node, sortition)[0];
  if (block === undefined) throw notFound(`No blocks in tenure ${hash}`);
  return block;
}

/** The blocks of the tenure that began with a Bitcoin block, newest first; none below the first Stacks block. */
function blocksOf({ state }: RpcNode, sortition: Sortition): StacksBlock[] {
  const blocks: StacksBlock[] = [];
  for (let block = tenureAt(state.ledger, sortition.height); block?.sortition === sortition; block = block.parent) blocks.push(block);
  return blocks;
}

function tenureBlocks(node: RpcNode, sortition: Sortition): Answer {
  return ok({
    consensus_hash: sortition.consensusHash,
    last_sortition_ch: sortition.parent?.consensusHash ?? '00'.repeat(20),
    burn_block_height: sortition.height,
    burn_block_hash: sortition.burn.hash,
    stacks_blocks: blocksOf(node, sortition).map((block) => ({
      block_id: block.indexHash,
      header_type: 'nakamoto',
      block_hash: block.blockHash,
      parent_block_id: block.parentIndexHash,
      height: block.height,
    })),
  });
}

function forkInfo(node: RpcNode, sortition: Sortition): unknown {
  const blocks = blocksOf(node, sortition);
  const first = blocks.at(-1);
  // oldest first
  const serialized = Buffer.concat([u32(blocks.length), ...blocks.toReversed().map(serializeBlock)]);
  return {
    burn_block_hash: `0x${sortition.burn.hash}`,
    burn_block_height: sortition.height,
    sortition_id: `0x${sortition.sortitionId}`,
    parent_sortition_id: `0x${sortition.parent?.sortitionId ?? '00'.repeat(32)}`,
    consensus_hash: `0x${sortition.consensusHash}`,
    was_sortition: true,
    first_block_mined: first === undefined ? null : `0x${first.indexHash}`,
    nakamoto_blocks: `0x${serialized.toString('hex')}`,
  };
}

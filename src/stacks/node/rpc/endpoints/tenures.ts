import { isBeforeNakamoto, type StacksBlock, serializeBlock } from '../../chain/block/block.js';
import { cycleOf } from '../../chain/pox/pox.js';
import { tenureAt } from '../../chain/state/tenures.js';
import { type Answer, notFound, ok, okBytes, RpcError, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';
import { requireBlock } from '../view.js';

const ZERO_HASH = '00'.repeat(32);
const MAX_U64 = 18_446_744_073_709_551_615n;
/** As far as the node's state index counts. */
const MAX_U32 = 4_294_967_295n;

/** `GET /v3/tenures/info` */
export function getTenureInfo({ state }: RpcNode, request: RpcRequest): Answer {
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
    reward_cycle: cycleOf(state.pox, state.sortitions.tip.height),
  });
}

/** `GET /v3/tenures/{block_id}`: the blocks of a tenure from that block down to its first, or to the one after `stop=`. */
export function getTenure({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const id = request.params['block_id'] ?? '';
  const stop = request.query.get('stop')?.toLowerCase();
  if (stop !== undefined) requireHash(stop);
  const last = state.ledger.byId(id);
  if (last === undefined || isBeforeNakamoto(last)) throw notFound(`No such block ${id}\n`);
  const blocks: Buffer[] = [];
  let block: StacksBlock | undefined = last;
  // where it stops is looked for below the first only
  do {
    blocks.push(serializeBlock(block));
    block = block.parent;
  } while (block?.tenureStart === last.tenureStart && block.indexHash !== stop);
  return okBytes(Buffer.concat(blocks));
}

/** @throws RpcError in Rust's words for what is wrong with a block id */
function requireHash(text: string): void {
  const wrong = /[^0-9a-f]/.exec(text)?.[0];
  const reason = wrong === undefined ? `BadLength(${text.length})` : `BadCharacter('${wrong}')`;
  if (wrong !== undefined || text.length !== 64) throw undecodable(`Failed to parse stop= query parameter: ${reason}`);
}

/** `GET /v3/blocks/{block_id}` */
export function getBlock({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const id = request.params['block_id'] ?? '';
  const block = state.ledger.byId(id);
  if (block === undefined || isBeforeNakamoto(block)) throw notFound(`No such block ${id}\n`);
  return okBytes(serializeBlock(block));
}

/** `GET /v3/blocks/height/{block_height}` */
export function getBlockByHeight(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const height = BigInt(request.params['block_height'] ?? '');
  if (height > MAX_U64) throw undecodable('Invalid path: unparseable block height');
  if (height > MAX_U32) throw new RpcError(400, `Failed to load block #${height}: BlockHeightOutOfRange\n`);
  const missing = `No such block #${height}\n`;
  const tip = requireBlock(node, request, () => missing);
  const block = height > tip.height ? undefined : node.state.ledger.at(Number(height));
  if (block === undefined || isBeforeNakamoto(block)) throw notFound(missing);
  return okBytes(serializeBlock(block));
}

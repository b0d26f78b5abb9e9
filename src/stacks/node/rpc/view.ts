import type { StacksBlock } from '../chain/block/block.js';
import { View } from '../chain/state/view.js';
import { notFound } from './answer.js';
import type { RpcNode } from './node.js';
import type { RpcRequest } from './request.js';

/**
 * Reads the chain as of the block that `tip=` names, the tip without it.
 * @param message what a block that is not of this chain is answered with, from its id
 * @throws RpcError 404
 */
export function readAt<T>(
  node: RpcNode,
  request: RpcRequest,
  message: (tip: string) => string,
  read: (view: View) => Promise<T>,
): Promise<T> {
  return read(new View(node.state, requireBlock(node, request, message)));
}

/** The block that `tip=` names, the tip without it. @throws RpcError 404 */
export function requireBlock(node: RpcNode, request: RpcRequest, message: (tip: string) => string): StacksBlock {
  const block = tipBlock(node, request);
  if (block === undefined) throw notFound(message(request.query.get('tip')?.toLowerCase() ?? ''));
  return block;
}

/** The same; undefined for a block that is not of this chain. */
export function tipBlock({ state: { ledger } }: RpcNode, { query }: RpcRequest): StacksBlock | undefined {
  const tip = query.get('tip');
  // Any other value than 64 hex digits means the latest tip.
  return tip === null || !/^[0-9a-fA-F]{64}$/.test(tip) ? ledger.tip : ledger.byId(tip.toLowerCase());
}

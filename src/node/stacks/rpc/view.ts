import type { ContractInterface } from '../../../chains/stacks/codec/contract/contract-interface.js';
import type { StacksBlock } from '../chain/block/block.js';
import { contractInterface } from '../chain/state/contracts.js';
import type { Vm } from '../vm/types.js';
import { notFound } from './answer.js';
import type { RpcNode } from './node.js';
import type { RpcRequest } from './request.js';

/** The chain as of some block. */
export type View = {
  readonly vm: Vm;
  readonly block: StacksBlock;
  nonce(principal: string): bigint;
  interfaceOf(contract: string): Promise<ContractInterface | undefined>;
};

/**
 * Reads the chain as of the block that `tip=` names, the tip without it.
 * @param message what a block that is not of this chain is answered with, from its id
 * @throws RpcError 404
 */
export async function readAt<T>(
  node: RpcNode,
  request: RpcRequest,
  message: (tip: string) => string,
  read: (view: View) => Promise<T>,
): Promise<T> {
  const { state, past } = node;
  const block = requireBlock(node, request, message);
  if (block === state.ledger.tip) {
    const nonce = (principal: string) => state.ledger.nonce(principal);
    return read({ vm: state.vm, block, nonce, interfaceOf: (contract) => contractInterface(state, contract) });
  }
  return past.at(block, (vm) => {
    const nonce = (principal: string) => state.ledger.nonceAt(principal, block);
    return read({ vm, block, nonce, interfaceOf: (contract) => vm.contractInterface(contract) });
  });
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

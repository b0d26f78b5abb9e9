import { bootNode } from './assemble.js';
import type { StacksNode, StacksNodeOptions } from './types.js';

/**
 * Starts a Stacks node that follows the given Bitcoin chain: the Clarity VM, mempool, chain and stacks-node's RPC. The caller reports every
 * new Bitcoin block to it.
 * @throws DevnetError INVALID_INPUT for options that cannot be
 * @example
 * const node = await startStacksNode({ balances, burnchain, epoch: '3.4', pox: { rewardLength: 20, prepareLength: 5 }, mining: 'auto',
 * eventObservers: [] });
 */
export function startStacksNode(options: StacksNodeOptions): Promise<StacksNode> {
  return bootNode(options);
}

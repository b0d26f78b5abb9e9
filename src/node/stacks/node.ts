import type { StacksNode, StacksNodeOptions } from './types.js';
import { beginVmBoot } from './vm-boot.js';

/**
 * Starts a Stacks node that follows the given Bitcoin chain: a Clarity VM in a worker thread, mempool, chain and
 * stacks-node's RPC. The caller reports every new Bitcoin block to it.
 * @throws DevnetError INVALID_INPUT for options that cannot be, ABORTED by `signal`, INTERNAL when the VM does not start
 * @example
 * const node = await startStacksNode({ balances, burnchain, epoch: '3.4', pox: { rewardLength: 20, prepareLength: 5 }, mining: 'auto', eventObservers: [], cache });
 */
export async function startStacksNode(options: StacksNodeOptions): Promise<StacksNode> {
  // the worker boots on another core while this one loads the rest of the node
  const vmBoot = await beginVmBoot(options);
  const { bootNode } = await import('./assemble.js');
  return bootNode(options, vmBoot);
}

import type { BitcoinNode } from '../../node/bitcoin/types.js';
import { startStacksNode } from '../../node/stacks/node.js';
import type { BurnBlock, StacksNode } from '../../node/stacks/types.js';
import { AUTH_TOKEN } from '../auth-token.js';
import type { EngineOptions } from '../engine.js';
import { bootBitcoin } from './bitcoin-boot.js';
import { bootHeight } from './boot-height.js';

export type Nodes = { bitcoin: BitcoinNode; stacks: StacksNode };

/** Starts both nodes at the same time: the worker of the VM loads while this thread mines. If one fails, closes the other. @throws DevnetError INVALID_INPUT, ABORTED */
export async function bootNodes(options: EngineOptions): Promise<Nodes> {
  const { funding, contracts, pox, epoch, mining, eventObservers, cache, onProgress, onWarning, signal } = options;
  const height = bootHeight(pox, funding.bitcoin);
  onProgress?.('starting the Clarity VM');
  const started = startBitcoin(options, height);
  const burnchain = started.then(({ headers }) => headers);
  const [bitcoin, stacks] = await Promise.allSettled([
    started,
    startStacksNode({
      balances: funding.stacks,
      contracts,
      burnchain,
      bootHeight: height,
      epoch,
      pox,
      mining: mining.stacks,
      eventObservers,
      authToken: AUTH_TOKEN,
      cache,
      onWarning,
      signal,
    }),
  ]);
  if (bitcoin.status === 'fulfilled' && stacks.status === 'fulfilled') return { bitcoin: bitcoin.value.node, stacks: stacks.value };
  await Promise.allSettled([
    bitcoin.status === 'fulfilled' ? bitcoin.value.node.close() : undefined,
    stacks.status === 'fulfilled' ? stacks.value.close() : undefined,
  ]);
  throw bitcoin.status === 'rejected' ? bitcoin.reason : stacks.status === 'rejected' ? stacks.reason : undefined;
}

async function startBitcoin(
  { funding, onProgress, onWaiting }: EngineOptions,
  height: number,
): Promise<{ node: BitcoinNode; headers: BurnBlock[] }> {
  // Loads while the Clarity VM starts in its own thread.
  const { createBitcoinNode } = await import('../../node/bitcoin/node.js');
  onProgress?.(`mining ${height} Bitcoin blocks`);
  const node = createBitcoinNode();
  const headers = bootBitcoin(node, height, funding);
  onWaiting?.();
  return { node, headers };
}

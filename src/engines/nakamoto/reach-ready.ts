import type { MempoolView } from '../follow/mempool.js';
import { mineTenure, waitForSync } from '../follow/tenure.js';
import type { Network } from './network.js';
import { readyHeight } from './timeline.js';

/**
 * Mines on, when the prepare phase is too near for a network that is ready, to the next reward phase: Bitcoin blocks that elected
 * nobody may have used up what lay ahead.
 */
export async function reachReady(network: Network, mempool: MempoolView): Promise<void> {
  const { pox, onProgress } = network.options;
  for (let height = await waitForSync(network); readyHeight(height, pox) !== height; ) {
    height = (await mineTenure(network, mempool)).at(-1)?.height ?? height;
    onProgress?.(`tenure of Bitcoin block ${height}, on the way to the next reward phase`);
  }
}

import type { MempoolView } from '../../follow/mempool.js';
import { mineTenure, waitForSync } from '../../follow/tenure.js';
import type { Network } from '../network/network.js';
import { readyHeight } from './timeline.js';

/**
 * Mines to the next reward phase if the prepare phase is too near for a ready network. Bitcoin blocks without an election may have used up
 * the reserve.
 */
export async function reachReady(network: Network, mempool: MempoolView): Promise<void> {
  const { pox, onProgress } = network.options;
  for (let height = await waitForSync(network); readyHeight(height, pox) !== height; ) {
    height = (await mineTenure(network, mempool)).at(-1)?.height ?? height;
    onProgress?.(`tenure of Bitcoin block ${height}, on the way to the next reward phase`);
  }
}

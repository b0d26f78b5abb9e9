import { isWorthKeeping, readyHeight } from '../../common/boot-plan/timeline.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { mineTenure, waitForSync } from '../../common/follow/tenure.js';
import type { Network } from '../network/network.js';

/**
 * Mines to the next reward phase if the prepare phase is too near for a ready network. Bitcoin blocks without an election may have used up
 * the reserve.
 */
export function mineToReady(network: Network, mempool: MempoolView): Promise<void> {
  const { pox } = network.options;
  return mineUntil(network, mempool, (height) => readyHeight(height, pox) === height);
}

/** As {@link mineToReady}, and leaves a reserve for boots from the state. Without it, each of them would mine to the next reward phase. */
export function mineToKeepable(network: Network, mempool: MempoolView): Promise<void> {
  const { pox } = network.options;
  return mineUntil(network, mempool, (height) => isWorthKeeping(height, pox));
}

async function mineUntil(network: Network, mempool: MempoolView, isThere: (height: number) => boolean): Promise<void> {
  for (let height = await waitForSync(network); !isThere(height); ) {
    height = (await mineTenure(network, mempool)).at(-1)?.height ?? height;
    network.options.onProgress?.(`tenure of Bitcoin block ${height}, on the way to the next reward phase`);
  }
}

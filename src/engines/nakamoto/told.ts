import type { StacksChain } from '../follow/stacks-chain.js';
import { until } from '../follow/until.js';
import type { Network } from './network.js';

/** Deadline in ms for the observer to hear of a block that the node has. */
const TOLD = 10_000;

/** Waits until the observer has heard of the node's last block. @throws DevnetError TIMEOUT, ABORTED */
export async function told(network: Network, chain: StacksChain): Promise<void> {
  await until({
    ...network.limits(),
    what: "the node's event of its last block",
    timeoutMs: TOLD,
    look: async (see) => {
      const { height } = await network.stacks.info();
      see(`Stacks block ${chain.tip().height} was told, the node is at ${height}`);
      return chain.tip().height >= height ? true : undefined;
    },
  });
}

import type { StacksChain } from '../../common/follow/stacks-chain.js';
import { readStacksTip } from '../../common/follow/stacks-tip.js';
import { until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';

/** Timeout in ms for the event of a block that the node has. */
const EVENT = 10_000;

/** Waits for the event of the node's last block. @throws DevnetError TIMEOUT, ABORTED */
export async function waitForEvents(network: Network, chain: StacksChain): Promise<void> {
  await until({
    ...network.limits(),
    what: "the node's event of its last block",
    timeoutMs: EVENT,
    look: async (see) => {
      const { height, hash } = await readStacksTip(network.stacks);
      see(`the last event is of Stacks block ${chain.tip().height}, the node is at ${height}`);
      return height === 0 || chain.has(height, hash) ? true : undefined;
    },
  });
}

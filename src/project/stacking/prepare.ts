import type { PreparableNetwork } from '../../engines/engine.js';
import { confirm } from '../plan/run/confirm.js';
import { watchOutcomes } from '../plan/run/outcomes.js';
import { type AccountOrder, orderProblem, placeOrder } from './place.js';

/** Carries out what orders ask for in the reward cycle in which a network becomes ready. @throws DevnetError INVALID_INPUT, TIMEOUT, ABORTED */
export async function placeOrders(orders: readonly AccountOrder[], network: PreparableNetwork): Promise<void> {
  const outcomes = watchOutcomes(network.subscribe);
  try {
    for (const { order, account } of orders) {
      const txid = await placeOrder({ order, account }, network);
      if (txid === undefined) continue;
      network.onProgress?.(`stacking for ${order.wallet}: ${order.slots} slots`);
      await network.mineStacks();
      const { reason } = await confirm({ txid, what: `the stacking order of ${order.wallet} to be confirmed` }, { network, outcomes });
      if (reason !== undefined) throw orderProblem(order, reason);
    }
  } finally {
    outcomes.stop();
  }
}

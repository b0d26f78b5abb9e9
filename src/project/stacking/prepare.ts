import { DevnetError } from '../../base/error.js';
import type { PreparableNetwork } from '../../stacks/engine.js';
import { confirm } from '../plan/run/confirm.js';
import { watchOutcomes } from '../plan/run/outcomes.js';
import { type AccountOrder, orderProblem, placeOrder } from './place.js';

export type PlaceOrders = {
  orders: readonly AccountOrder[];
  network: PreparableNetwork;
  /** Called for each order that fails, which is then skipped. */
  onWarning?: ((message: string) => void) | undefined;
};

/** Carries out what orders ask for in the reward cycle in which a network becomes ready. @throws DevnetError TIMEOUT, ABORTED */
export async function placeOrders({ orders, network, onWarning }: PlaceOrders): Promise<void> {
  const outcomes = watchOutcomes(network.subscribe);
  const place = async ({ order, account }: AccountOrder): Promise<void> => {
    const txid = await placeOrder({ order, account }, network);
    if (txid === undefined) return;
    network.onProgress?.(`stacking for ${order.wallet}: ${order.slots} slots`);
    await network.mineStacks();
    const { reason } = await confirm({ txid, what: `the stacking order of ${order.wallet} to be confirmed` }, { network, outcomes });
    if (reason !== undefined) throw orderProblem(order, reason);
  };
  try {
    for (const order of orders) {
      await place(order).catch((error: unknown) => {
        if (!(error instanceof DevnetError && error.code === 'INVALID_INPUT')) throw error;
        onWarning?.(error.message);
      });
    }
  } finally {
    outcomes.stop();
  }
}

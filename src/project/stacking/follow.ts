import { guardNodes } from '#platform/node-guard.js';
import { createSingleFlight } from '../../base/async.js';
import { messageOf } from '../../base/error.js';
import { createStacksClient } from '../../stacks/client.js';
import type { Engine } from '../../stacks/engine.js';
import { type AccountOrder, placeOrder } from './place.js';

export type FollowOrders = {
  engine: Pick<Engine, 'subscribe' | 'services' | 'pox' | 'signerKey' | 'outage' | 'reachable'>;
  orders: readonly AccountOrder[];
  onWarning?: ((message: string) => void) | undefined;
};

/** Carries out orders in every reward cycle from the next one on. @returns a function that stops it */
export function followOrders({ engine, orders, onWarning }: FollowOrders): () => void {
  const stacks = createStacksClient({ ...engine.services.stacks, guard: guardNodes(engine) });
  const { firstBurnHeight, rewardLength, prepareLength } = engine.pox;
  const reported = new Set<string>();
  let stopped = false;
  let seen: number | undefined;
  const report = (error: unknown): void => {
    const message = messageOf(error);
    if (stopped || reported.has(message)) return;
    reported.add(message);
    onWarning?.(message);
  };
  const look = createSingleFlight(async () => {
    for (const order of orders) if (!stopped) await placeOrder(order, { stacks, signerKey: engine.signerKey }).catch(report);
  });
  const stop = engine.subscribe((event) => {
    if (event.type === 'restored') seen = undefined;
    if (event.type !== 'stacks.block') return;
    const since = event.burnHeight - firstBurnHeight;
    const cycle = Math.floor(since / rewardLength);
    // A prepare phase has fixed the stackers of the next cycle already.
    if (cycle === seen || since % rewardLength === 0 || since % rewardLength >= rewardLength - prepareLength) return;
    seen = cycle;
    void look.run();
  });
  return () => {
    stopped = true;
    stop();
    stacks.close();
  };
}

import { contractEvent } from '../../chains/stacks/receipt/contract-event.js';
import { limitEvents } from '../../chains/stacks/receipt/limit-events.js';
import type { DevnetEvent } from '../../devnet/types.js';

/** Returns an event for scripts. Receipts have only txid, status and what contracts printed; the rest is available on request. */
export function eventObject(event: DevnetEvent): object {
  if (event.type !== 'stacks.block') return event;
  const { receipts, unknownOutcomes, ...block } = event;
  const transactions = receipts.map(limitEvents).map(({ txid, status, events, omittedEvents }) => {
    const printed = events.flatMap((one) => contractEvent(one) ?? []);
    return { txid, status, ...(printed.length > 0 && { printed }), ...(omittedEvents !== undefined && { omittedEvents }) };
  });
  return {
    ...block,
    transactions,
    ...(unknownOutcomes && { unknownOutcomes: unknownOutcomes.map(({ txid, reason }) => ({ txid, reason })) }),
  };
}

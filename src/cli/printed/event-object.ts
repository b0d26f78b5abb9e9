import type { DevnetEvent } from '../../network/data.js';
import { contractEvent, limitEvents } from '../../stacks/receipt.js';
import { logObject } from './log-object.js';

/**
 * Returns an event for scripts. Receipts have only txid, status and what contracts printed; the rest is available on request. The time of
 * the chain is `blockTime`.
 * @param at when it came, in ms since 1970
 */
export function eventObject(event: DevnetEvent, at: number): object {
  if (event.type !== 'stacks.block') return logObject(event, at);
  const { receipts, unknownOutcomes, time: blockTime, ...block } = event;
  const transactions = receipts.map(limitEvents).map(({ txid, status, events, omittedEvents }) => {
    const printed = events.flatMap((one) => contractEvent(one) ?? []);
    return { txid, status, ...(printed.length > 0 && { printed }), ...(omittedEvents !== undefined && { omittedEvents }) };
  });
  const unknown = unknownOutcomes?.map(({ txid, reason }) => ({ txid, reason }));
  return logObject({ ...block, blockTime, transactions, ...(unknown && { unknownOutcomes: unknown }) }, at);
}

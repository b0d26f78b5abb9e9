import type { DecodedEvent } from './contract-event.js';
import { countEvents, eachEvent, extendReceipt } from './lazy-events.js';

/** How many events of a transaction a message has. The receipt, on request, has all. */
export const MOST_EVENTS = 1_000;

type HasEvents = { events: DecodedEvent[] };
type Limited<T> = T & { omittedEvents?: number | undefined };

/** Leaves out events beyond the first ones, and says how many: every reader gets the message, and a transaction may have a million. */
export function limitEvents<T extends HasEvents>(receipt: T): Limited<T> {
  const omittedEvents = countEvents(receipt) - MOST_EVENTS;
  if (omittedEvents <= 0) return receipt;
  const events: DecodedEvent[] = [];
  for (const event of eachEvent(receipt)) {
    events.push(event);
    if (events.length === MOST_EVENTS) break;
  }
  return extendReceipt(receipt, { events, omittedEvents });
}

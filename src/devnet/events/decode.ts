import { contractEvent, decodeEvents } from '../../chains/stacks/receipt/contract-event.js';
import type { EngineEvent, StacksBlockEvent } from '../../engines/engine-event.js';
import type { DevnetBlockEvent } from './event.js';

const decoded = new WeakMap<StacksBlockEvent, DevnetBlockEvent>();

/** Adds the decoded values of prints to an engine's event. All listeners of an event get the same object. */
export function decodeEvent(event: EngineEvent): Exclude<EngineEvent, StacksBlockEvent> | DevnetBlockEvent {
  if (event.type !== 'stacks.block' || !event.receipts.some(({ events }) => events.some(contractEvent))) return event;
  let made = decoded.get(event);
  if (made === undefined) {
    made = { ...event, receipts: event.receipts.map((receipt) => ({ ...receipt, events: decodeEvents(receipt.events) })) };
    decoded.set(event, made);
  }
  return made;
}

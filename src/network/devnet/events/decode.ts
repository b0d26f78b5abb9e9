import type { EngineEvent, StacksBlockEvent } from '../../../stacks/engine.js';
import { withEvents } from '../../../stacks/receipt.js';
import type { DevnetBlockEvent } from './event.js';

const decoded = new WeakMap<StacksBlockEvent, DevnetBlockEvent>();

/** Decodes the events of contracts in an engine's event. All listeners of an event get the same object. */
export function decodeEvent(event: EngineEvent): Exclude<EngineEvent, StacksBlockEvent> | DevnetBlockEvent {
  if (event.type !== 'stacks.block') return event;
  let made = decoded.get(event);
  if (made === undefined) {
    made = { ...event, receipts: event.receipts.map((receipt) => withEvents(receipt, receipt.events)) };
    decoded.set(event, made);
  }
  return made;
}

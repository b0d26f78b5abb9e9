import { without0x } from '../../base/hex.js';
import type { StacksEvent, StacksReceipt } from '../../stacks/receipt.js';
import { contractEvent, PlacedEvents } from '../../stacks/receipt.js';

/** A print of the registry: its serialized value, as hex with 0x. */
export type RegistryPrint = { txid: string; rawValue: string };

/** Returns what the registry printed in a block's transactions. Cheap for blocks without it. */
export function registryPrints(receipts: readonly StacksReceipt[], registry: string): RegistryPrint[] {
  return receipts.flatMap(({ txid, status, events }) => {
    if (status !== 'success') return [];
    return Array.from(eventsOf(events, registry)).flatMap((event) => {
      const print = contractEvent(event);
      return print?.topic === 'print' && print.contract_identifier === registry ? [{ txid, rawValue: without0x(print.raw_value) }] : [];
    });
  });
}

/** Encoded events are decoded only in parts with prints of the registry. Those of real nodes are not encoded yet. */
function* eventsOf(events: Iterable<StacksEvent>, registry: string): Generator<StacksEvent> {
  if (!(events instanceof PlacedEvents)) yield* events;
  else for (const part of events.select((contract) => contract === registry)) for (const [, event] of part) yield event;
}

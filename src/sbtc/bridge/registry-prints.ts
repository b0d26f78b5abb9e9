import { contractEvent } from '../../chains/stacks/receipt/contract-event.js';
import { PlacedEvents } from '../../chains/stacks/receipt/encoded-events.js';
import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { without0x } from '../../hex.js';

/** A print of the registry: its serialized value, as hex with 0x. */
export type RegistryPrint = { txid: string; rawValue: string };

/** Returns what the registry printed in a block's transactions. Cheap for blocks without it. */
export function registryPrints(receipts: readonly StacksReceipt[], registry: string): RegistryPrint[] {
  return receipts.flatMap(({ txid, status, events }) => {
    if (status !== 'success') return [];
    const found = [...PlacedEvents.of(events, txid).select((contract) => contract === registry)].flat();
    return found.flatMap(([, event]) => {
      const print = contractEvent(event);
      return print?.topic === 'print' ? [{ txid, rawValue: without0x(print.raw_value) }] : [];
    });
  });
}

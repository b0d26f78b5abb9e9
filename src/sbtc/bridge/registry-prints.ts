import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { without0x } from '../../hex.js';
import { isRecord } from '../../json.js';

/** A print of the registry: its serialized value, as hex with 0x. */
export type RegistryPrint = { txid: string; rawValue: string };

/** Returns what the registry printed in a block's transactions. Cheap for blocks without it. */
export function registryPrints(receipts: readonly StacksReceipt[], registry: string): RegistryPrint[] {
  return receipts.flatMap(({ txid, status, events }) =>
    status === 'success'
      ? events.flatMap((event) => {
          const print = event['contract_event'];
          if (!isRecord(print) || print['contract_identifier'] !== registry || print['topic'] !== 'print') return [];
          const rawValue = print['raw_value'];
          return typeof rawValue === 'string' ? [{ txid, rawValue: without0x(rawValue) }] : [];
        })
      : [],
  );
}

import type { TransactionRecord } from '../../history/chain/records.js';
import type { TypedEvent } from '../../protocol/receipt/typed-event.js';
import { showValue } from './clarity.js';

/** A movement of a non-fungible token as realtime clients get it. @param index within its transaction */
export function showNftEvent(
  event: Extract<TypedEvent, { kind: 'nft' }>,
  index: number,
  { block, index: txIndex, txid }: TransactionRecord,
): object {
  return {
    asset_identifier: event.asset,
    asset_event_type: event.action,
    value: showValue(event.value),
    tx_id: txid,
    tx_index: txIndex,
    block_height: block.height,
    event_index: index,
    sender: event.sender ?? null,
    recipient: event.recipient ?? null,
  };
}

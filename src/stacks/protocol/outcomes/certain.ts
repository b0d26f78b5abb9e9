import { hex0x } from '../../../base/hex.js';
import { NO_COST } from '../../../clarity/costs.js';

import { originAddress, type Transaction } from '../codec/transaction/transaction.js';
import type { StacksReceipt } from '../receipt/node-receipt.js';

/** `(ok true)` */
const OK_TRUE = '0x0703';

/**
 * Returns the receipt of a transaction that always succeeds in a block: a transfer, which miners skip if it is not covered, or a
 * miner's own transaction (stacks-core, `process_transaction_payload`). They have no execution cost.
 * @returns undefined for calls and deploys
 */
export function certainReceipt(transaction: Transaction, txIndex: number): StacksReceipt | undefined {
  const { payload } = transaction;
  const txid = `0x${transaction.txid}`;
  const base = {
    txid,
    rawTx: hex0x(transaction.raw),
    txIndex,
    status: 'success',
    rawResult: OK_TRUE,
    vmError: null,
    cost: NO_COST,
  } as const;
  switch (payload.type) {
    case 'transfer': {
      const moved = {
        amount: `${payload.amount}`,
        memo: payload.memo.toString('hex'),
        recipient: payload.recipient.text,
        sender: originAddress(transaction),
      };
      const event = { type: 'stx_transfer_event', txid, event_index: 0, committed: true, stx_transfer_event: moved };
      return { ...base, events: [event] };
    }
    case 'coinbase':
    case 'tenure-change':
      // The node attaches the block's own events, such as the miner's reward, to these.
      return { ...base, events: [], unknown: ['events'] };
    default:
      return undefined;
  }
}

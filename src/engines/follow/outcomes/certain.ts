import { formatPrincipal } from '../../../chains/stacks/codec/principal.js';
import { originAddress, type Transaction } from '../../../chains/stacks/codec/transaction.js';
import type { StacksReceipt } from '../../../chains/stacks/receipt/node-receipt.js';
import { hex0x } from '../../../hex.js';

/** `(ok true)` */
const OK_TRUE = '0x0703';
export const NO_COST = { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 };

/**
 * The receipt of a transaction that cannot but succeed once it is in a block: a transfer, which a miner leaves out when it is not
 * covered, or what a miner itself writes there (stacks-core, `process_transaction_payload`). They cost nothing.
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
        recipient: formatPrincipal(payload.recipient),
        sender: originAddress(transaction),
      };
      const event = { type: 'stx_transfer_event', txid, event_index: 0, committed: true, stx_transfer_event: moved };
      return { ...base, events: [event] };
    }
    case 'coinbase':
    case 'tenure-change':
      // Observers hear here of what blocks do by themselves, such as the miner's reward.
      return { ...base, events: [], unknown: ['events'] };
    default:
      return undefined;
  }
}

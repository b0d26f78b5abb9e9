import { originAddress, payerAddress, type Transaction, transactionFee } from '../../protocol/codec/transaction/transaction.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { PoolEntry } from './pool.js';

/** The transaction with the accounts and nonces by which the mempool finds it. */
export function poolEntry(transaction: Transaction, tenure: Sortition): PoolEntry {
  return {
    transaction,
    origin: originAddress(transaction),
    originNonce: transaction.origin.nonce,
    sponsor: payerAddress(transaction),
    sponsorNonce: (transaction.sponsor ?? transaction.origin).nonce,
    fee: transactionFee(transaction),
    tenure,
  };
}

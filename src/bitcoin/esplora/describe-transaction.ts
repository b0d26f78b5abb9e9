import { hashToHex, toHex } from '../protocol/codec/hex.js';
import { isCoinbase, type Transaction, txid as transactionId } from '../protocol/codec/transaction.js';
import type { IndexedTransaction } from './index-part.js';

/** Returns a transaction as an index has it, without a block. */
export function describeTransaction(tx: Transaction): IndexedTransaction {
  return {
    txid: hashToHex(transactionId(tx)),
    tx,
    inputs: isCoinbase(tx) ? [] : tx.inputs.map(({ previous }) => `${hashToHex(previous.hash)}:${previous.index}`),
    outputs: tx.outputs.map(({ value, scriptPubKey }) => ({ script: toHex(scriptPubKey), value })),
  };
}

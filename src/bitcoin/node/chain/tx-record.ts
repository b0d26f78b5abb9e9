import { hashToHex, toHex } from '../../protocol/codec/hex.js';
import { hasWitness, serializeTransaction, type Transaction, transactionWeight, txid, wtxid } from '../../protocol/codec/transaction.js';

/** A transaction with its derived data. Hashes are display order hex, or bytes in internal order. */
export type TxRecord = {
  tx: Transaction;
  txid: string;
  wtxid: string;
  txidBytes: Uint8Array;
  wtxidBytes: Uint8Array;
  weight: number;
};

export function recordTx(tx: Transaction): TxRecord {
  const txidBytes = txid(tx);
  return recordOf(tx, { txidBytes, wtxidBytes: hasWitness(tx) ? wtxid(tx) : txidBytes });
}

/** Returns the record of a transaction whose hashes are known. */
export function recordOf(tx: Transaction, { txidBytes, wtxidBytes }: Pick<TxRecord, 'txidBytes' | 'wtxidBytes'>): TxRecord {
  const id = hashToHex(txidBytes);
  return { tx, txid: id, wtxid: hasWitness(tx) ? hashToHex(wtxidBytes) : id, txidBytes, wtxidBytes, weight: transactionWeight(tx) };
}

/** Returns the transaction's wire form as hex. */
export function txHex(tx: Transaction): string {
  return toHex(serializeTransaction(tx));
}

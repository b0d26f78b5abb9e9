import { decodeTransaction, type Transaction } from '../chains/stacks/codec/transaction/transaction.js';
import { without0x } from '../hex.js';

/** A transaction from its bytes as hex, with 0x or without. @throws CodecError */
export function decodeRaw(rawTx: string): Transaction {
  return decodeTransaction(Buffer.from(without0x(rawTx), 'hex'));
}

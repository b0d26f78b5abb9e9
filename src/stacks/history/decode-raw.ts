import { without0x } from '../../base/hex.js';
import { decodeTransaction, type Transaction } from '../protocol/codec/transaction/transaction.js';

/** A transaction from its bytes as hex, with 0x or without. @throws CodecError */
export function decodeRaw(rawTx: string): Transaction {
  return decodeTransaction(Buffer.from(without0x(rawTx), 'hex'));
}

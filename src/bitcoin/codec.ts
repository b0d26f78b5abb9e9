export { DecodeError } from './protocol/codec/error.js';
export { equalBytes, fromHex, hashFromHex, hashToHex, isHex, toHex } from './protocol/codec/hex.js';
export {
  COIN,
  parseTransaction,
  serializeTransaction,
  type Transaction,
  type TxOut,
  txid,
  virtualSize,
} from './protocol/codec/transaction.js';
export { createWriter } from './protocol/codec/writer.js';

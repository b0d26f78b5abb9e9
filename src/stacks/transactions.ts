export type { Payload } from './protocol/codec/transaction/payload.js';
export { calledFunction, decodeTransaction, originAddress, type Transaction } from './protocol/codec/transaction/transaction.js';
export { signatureError } from './protocol/codec/transaction/verify.js';

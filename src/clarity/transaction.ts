export { analysisOutcomeOf, outcomeOf, readFailureOf } from './transaction/outcome.js';
export { processTransaction } from './transaction/process.js';
export type { Receipt, Rejection } from './transaction/receipt.js';
export type { Payload, PostCondition, Transaction } from './transaction/transaction.js';

export type { ChainIndex } from './esplora/chain-index.js';
export type { BitcoinIndex, IndexChange } from './esplora/follow-node.js';
export type { IndexedTransaction } from './esplora/index-part.js';
export { lazyIndex } from './esplora/lazy-index.js';
export { transactionBody } from './esplora/transaction-body.js';

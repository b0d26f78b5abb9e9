export type { LogEntry } from './node/log/log.js';
export { createBitcoinNode } from './node/node.js';
export type { BitcoinHeader, BitcoinNode, BitcoinNodeEvent, BitcoinSnapshot } from './node/types.js';

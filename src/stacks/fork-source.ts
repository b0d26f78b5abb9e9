export { blockAt, type Coinbase, type ForkSourceBlock } from './protocol/fork-source/chain.js';
export type { ForkPoint, ForkPox } from './protocol/fork-source/fork-point.js';
export type { Fork, ForkSourceRequest } from './protocol/fork-source/reader.js';

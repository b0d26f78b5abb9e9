export { decodeForkAddress } from './protocol/fork-source/address.js';
export { createOrigin, type Origin } from './protocol/fork-source/origin.js';
export type {
  BitcoinFork,
  BitcoinForkPoint,
  BitcoinForkRequest,
  BitcoinNetworkName,
  OriginHeader,
  OriginScript,
  OriginSpender,
  OriginTransaction,
} from './protocol/fork-source/reader.js';

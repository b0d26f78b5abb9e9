export { formatBtc, toSats } from './protocol/client/amount.js';
export type { AskBitcoin } from './protocol/client/ask.js';
export { type BitcoinClient, createBitcoinClient, type Utxo } from './protocol/client/client.js';
export type { BitcoinCoreClient } from './protocol/client/core-client.js';
export { rpcauthHash } from './protocol/client/rpcauth.js';

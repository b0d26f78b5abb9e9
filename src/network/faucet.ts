export { btcFaucetKeys, type FaucetKey, sbtcFaucetKeys, stxFaucetKeys } from './faucet/keys.js';
export type { Entry, SignedEntry, Turn, Turns, TurnsOf } from './faucet/turns.js';
export { COIN_NAMES, type FaucetCoin } from './faucet/types.js';

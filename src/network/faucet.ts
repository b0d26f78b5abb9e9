export { defaultFaucetAddresses } from './faucet/default-keys.js';
export { btcFaucetKeys, type FaucetKey, sbtcFaucetKeys, stxFaucetKeys } from './faucet/keys.js';
export type { Entry, PaymentTurn, PaymentTurns, PaymentTurnsOf, SignedEntry } from './faucet/payment-turns.js';
export { COIN_NAMES, type FaucetCoin } from './faucet/types.js';

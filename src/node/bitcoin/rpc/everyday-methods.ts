import type { Method } from './method.js';
import { BLOCK_METHODS } from './methods/blocks.js';
import { CHAIN_METHODS } from './methods/chain.js';
import { COIN_METHODS } from './methods/coins.js';
import { GENERATING_METHODS } from './methods/generating.js';
import { MEMPOOL_METHODS } from './methods/mempool.js';
import { MINING_METHODS } from './methods/mining.js';
import { NETWORK_METHODS } from './methods/network.js';
import { RAW_TRANSACTION_METHODS } from './methods/raw-transactions.js';
import { SUBMISSION_METHODS } from './methods/submission.js';
import { UTIL_METHODS } from './methods/util.js';

/** What most clients call, loaded before the first call is answered. */
export const EVERYDAY_METHODS: readonly Method[] = [
  ...CHAIN_METHODS,
  ...NETWORK_METHODS,
  ...MINING_METHODS,
  ...MEMPOOL_METHODS,
  ...SUBMISSION_METHODS,
  ...GENERATING_METHODS,
  ...BLOCK_METHODS,
  ...RAW_TRANSACTION_METHODS,
  ...COIN_METHODS,
  ...UTIL_METHODS,
];

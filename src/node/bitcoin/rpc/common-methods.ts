import type { Method } from './method.js';
import { BLOCK_SUBMISSION_METHODS } from './methods/block-submission.js';
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

/** What clients call first and most: enough to mine, pay and look. */
export const COMMON_METHODS: Method[] = [
  ...BLOCK_SUBMISSION_METHODS,
  ...BLOCK_METHODS,
  ...CHAIN_METHODS,
  ...COIN_METHODS,
  ...GENERATING_METHODS,
  ...MEMPOOL_METHODS,
  ...MINING_METHODS,
  ...NETWORK_METHODS,
  ...RAW_TRANSACTION_METHODS,
  ...SUBMISSION_METHODS,
  ...UTIL_METHODS,
];

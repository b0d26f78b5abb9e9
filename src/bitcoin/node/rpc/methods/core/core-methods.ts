import type { Method } from '../../method.js';
import { BLOCK_METHODS } from './blocks.js';
import { CHAIN_METHODS } from './chain.js';
import { COIN_METHODS } from './coins.js';
import { GENERATING_METHODS } from './generating.js';
import { MEMPOOL_METHODS } from './mempool.js';
import { MINING_METHODS } from './mining.js';
import { NETWORK_METHODS } from './network.js';
import { RAW_TRANSACTION_METHODS } from './raw-transactions.js';
import { SUBMISSION_METHODS } from './submission.js';
import { UTIL_METHODS } from './util.js';

/** The methods that most clients call. They load before the first reply. */
export const CORE_METHODS: readonly Method[] = [
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

import type { Method } from './method.js';
import { BLOCK_METHODS } from './methods/blocks.js';
import { CHAIN_METHODS } from './methods/chain.js';
import { COIN_METHODS } from './methods/coins.js';
import { controlMethods } from './methods/control.js';
import { GENERATING_METHODS } from './methods/generating.js';
import { MEMPOOL_METHODS } from './methods/mempool.js';
import { MINING_METHODS } from './methods/mining.js';
import { NETWORK_METHODS } from './methods/network.js';
import { RAW_TRANSACTION_METHODS } from './methods/raw-transactions.js';
import { SUBMISSION_METHODS } from './methods/submission.js';
import { UTIL_METHODS } from './methods/util.js';
import { WAITING_METHODS } from './methods/waiting.js';

/** Every RPC of the node by its name. There is no wallet: its methods are unknown, as with bitcoind's `-disablewallet`. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    ...BLOCK_METHODS,
    ...CHAIN_METHODS,
    ...COIN_METHODS,
    ...controlMethods(() => METHODS.values()),
    ...GENERATING_METHODS,
    ...MEMPOOL_METHODS,
    ...MINING_METHODS,
    ...NETWORK_METHODS,
    ...RAW_TRANSACTION_METHODS,
    ...SUBMISSION_METHODS,
    ...UTIL_METHODS,
    ...WAITING_METHODS,
  ].map((method) => [method.name, method]),
);

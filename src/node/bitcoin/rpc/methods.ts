import type { Method } from './method.js';
import { ACTIVITY_METHODS } from './methods/activity.js';
import { BLOCK_SUBMISSION_METHODS } from './methods/block-submission.js';
import { BLOCK_METHODS } from './methods/blocks.js';
import { CHAIN_METHODS } from './methods/chain.js';
import { CHAIN_STATE_METHODS } from './methods/chain-state.js';
import { COIN_METHODS } from './methods/coins.js';
import { controlMethods } from './methods/control.js';
import { DEBUGGING_METHODS } from './methods/debugging.js';
import { DISK_METHODS } from './methods/disk.js';
import { GENERATING_METHODS } from './methods/generating.js';
import { MEMPOOL_METHODS } from './methods/mempool.js';
import { MESSAGE_METHODS } from './methods/messages.js';
import { MINING_METHODS } from './methods/mining.js';
import { MULTISIG_METHODS } from './methods/multisig.js';
import { NETWORK_METHODS } from './methods/network.js';
import { PACKAGE_METHODS } from './methods/packages.js';
import { PEER_METHODS } from './methods/peers.js';
import { PRIORITISATION_METHODS } from './methods/prioritisation.js';
import { PROOF_METHODS } from './methods/proofs.js';
import { RAW_TRANSACTION_METHODS } from './methods/raw-transactions.js';
import { SIGNING_METHODS } from './methods/signing.js';
import { SUBMISSION_METHODS } from './methods/submission.js';
import { TEMPLATE_METHODS } from './methods/template.js';
import { UTIL_METHODS } from './methods/util.js';
import { WAITING_METHODS } from './methods/waiting.js';

/** Every RPC of the node by its name. There is no wallet: its methods are unknown, as with bitcoind's `-disablewallet`. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    ...ACTIVITY_METHODS,
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
    ...BLOCK_SUBMISSION_METHODS,
    ...CHAIN_STATE_METHODS,
    ...DEBUGGING_METHODS,
    ...DISK_METHODS,
    ...MESSAGE_METHODS,
    ...MULTISIG_METHODS,
    ...PACKAGE_METHODS,
    ...PEER_METHODS,
    ...PRIORITISATION_METHODS,
    ...PROOF_METHODS,
    ...SIGNING_METHODS,
    ...TEMPLATE_METHODS,
    ...UTIL_METHODS,
    ...WAITING_METHODS,
  ].map((method) => [method.name, method]),
);

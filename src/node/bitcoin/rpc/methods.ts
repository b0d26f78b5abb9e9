import type { Method } from './method.js';

/**
 * Every RPC of the node, in groups whose modules are loaded when they are needed. What clients call first and most stands first.
 * There is no wallet: its methods are unknown, as with bitcoind's `-disablewallet`.
 */
export const METHOD_GROUPS: readonly (() => Promise<Method[]>)[] = [
  async () => (await import('./methods/chain.js')).CHAIN_METHODS,
  async () => (await import('./methods/network.js')).NETWORK_METHODS,
  async () => (await import('./methods/mining.js')).MINING_METHODS,
  async () => (await import('./methods/mempool.js')).MEMPOOL_METHODS,
  async () => (await import('./methods/submission.js')).SUBMISSION_METHODS,
  async () => (await import('./methods/generating.js')).GENERATING_METHODS,
  async () => (await import('./methods/blocks.js')).BLOCK_METHODS,
  async () => (await import('./methods/raw-transactions.js')).RAW_TRANSACTION_METHODS,
  async () => (await import('./methods/coins.js')).COIN_METHODS,
  async () => (await import('./methods/util.js')).UTIL_METHODS,
  async () => (await import('./methods/block-submission.js')).BLOCK_SUBMISSION_METHODS,
  async () => (await import('./methods/control.js')).controlMethods(allMethods),
  async () => (await import('./methods/activity.js')).ACTIVITY_METHODS,
  async () => (await import('./methods/chain-state.js')).CHAIN_STATE_METHODS,
  async () => (await import('./methods/debugging.js')).DEBUGGING_METHODS,
  async () => (await import('./methods/disk.js')).DISK_METHODS,
  async () => (await import('./methods/messages.js')).MESSAGE_METHODS,
  async () => (await import('./methods/multisig.js')).MULTISIG_METHODS,
  async () => (await import('./methods/packages.js')).PACKAGE_METHODS,
  async () => (await import('./methods/peers.js')).PEER_METHODS,
  async () => (await import('./methods/prioritisation.js')).PRIORITISATION_METHODS,
  async () => (await import('./methods/proofs.js')).PROOF_METHODS,
  async () => (await import('./methods/psbt.js')).PSBT_METHODS,
  async () => (await import('./methods/psbt-signing.js')).PSBT_SIGNING_METHODS,
  async () => (await import('./methods/signing.js')).SIGNING_METHODS,
  async () => (await import('./methods/template.js')).TEMPLATE_METHODS,
  async () => (await import('./methods/testing.js')).TESTING_METHODS,
  async () => (await import('./methods/waiting.js')).WAITING_METHODS,
];

/** Every method, sorted by name. */
export async function allMethods(): Promise<Method[]> {
  const groups = await Promise.all(METHOD_GROUPS.map((load) => load()));
  return groups.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

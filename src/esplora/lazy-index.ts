import type { BitcoinClient } from '../chains/bitcoin/client/client.js';
import { once } from '../once.js';
import type { BitcoinIndex } from './follow-node.js';

/** Returns an index of a node's chain that loads at its first use. */
export function lazyIndex(rpc: BitcoinClient): BitcoinIndex {
  const load = once(async () => (await import('./follow-node.js')).followNode(rpc));
  return {
    current: async () => (await load()).current(),
    rawTransaction: async (txid) => (await load()).rawTransaction(txid),
    broadcast: async (hex) => (await load()).broadcast(hex),
    minimumFeeRate: async () => (await load()).minimumFeeRate(),
  };
}

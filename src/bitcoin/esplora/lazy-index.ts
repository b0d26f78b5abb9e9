import { once } from '../../base/async.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import type { BitcoinIndex, CallNode } from './follow-node.js';

/** Returns an index of a node's chain that loads at its first use. @param origin of a fork @default none */
export function lazyIndex(call: CallNode, origin?: Origin): BitcoinIndex {
  const load = once(async () => (await import('./follow-node.js')).followNode(call, origin));
  return {
    current: async () => (await load()).current(),
    subscribe(listener) {
      const stopping = load().then((index) => index.subscribe(listener));
      return () => void stopping.then((stop) => stop());
    },
    call,
    origin,
  };
}

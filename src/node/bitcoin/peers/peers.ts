import type { PeerNetwork } from './network.js';

/** The state of the peer-to-peer network that clients can set and read. */
export type Peers = {
  /** The nodes that `addnode` added, in this order. */
  readonly added: Set<string>;
  /** Whether `setnetworkactive` left the network on. */
  active: boolean;
  /** The peer-to-peer server. Without one, the node has no peers. */
  network: PeerNetwork | undefined;
};

export function createPeers(): Peers {
  return { added: new Set(), active: true, network: undefined };
}

/** The state of the peer-to-peer network that clients can set and read. The node itself has no peers. */
export type Peers = {
  /** The nodes that `addnode` added, in this order. */
  readonly added: Set<string>;
  /** Whether `setnetworkactive` left the network on. */
  active: boolean;
};

export function createPeers(): Peers {
  return { added: new Set(), active: true };
}

import type { Peer } from './peer.js';

/** The peer-to-peer server and its connections. While `setnetworkactive` is off, it refuses peers. */
export type PeerNetwork = {
  /** Where the server listens; `address` without port, as in `getnetworkinfo`. */
  readonly endpoint: { address: string; port: number };
  /** The connected peers, in the order of their connection. */
  peers(): Peer[];
  /** Returns the heights of the blocks that the peer was asked for. */
  requestedOf(peer: Peer): number[];
  /** Bytes of all connections so far. */
  totals(): { sent: number; received: number };
  /** Connects to `host:port`, once. Nothing happens if nobody answers there, as in Core. */
  connect(address: string): void;
  disconnectAll(): void;
  pingAll(): void;
  /** Stops it and cuts the connections. May be called any number of times. */
  close(): Promise<void>;
};

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

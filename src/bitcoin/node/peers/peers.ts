import type { TxRecord } from '../chain/tx-record.js';
import type { MempoolEntry } from '../mempool/entry.js';
import { type Bans, createBans } from './bans.js';
import type { ConnectionType, Peer } from './peer.js';
import { type Permission, permissionsBy, type Whitelist } from './permissions.js';
import { createUploadLimit, type UploadLimit } from './upload-limit.js';

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
  connect(address: string, type?: ConnectionType): void;
  /** Disconnects silent peers and repeats requests, as it does once a second. */
  check(): void;
  /** Announces a transaction to the peers that it was not announced to. */
  relay(entry: MempoolEntry): void;
  /** Announces the transactions that nobody has asked for again. */
  rebroadcast(): void;
  disconnectAll(): void;
  disconnectBanned(): void;
  /** Returns the transactions whose parents have not come, with the ids of the peers that have them. */
  orphans(): { record: TxRecord; from: number[] }[];
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
  readonly bans: Bans;
  /** Whether transactions of peers are unwanted, unless they have the permission `relay`. */
  readonly blocksOnly: boolean;
  /** The seconds of a ban without an end of its own. */
  readonly banTime: number;
  /** The seconds that a new peer has for its first messages. */
  readonly timeout: number;
  readonly uploadLimit: UploadLimit;
  /** The peer-to-peer server. Without one, the node has no peers. */
  network: PeerNetwork | undefined;
  /** Returns the permissions of peers from an address, by whether they opened the connection. */
  permissionsOf(address: string, inbound: boolean): Permission[];
};

export type PeersOptions = {
  /** @default false */
  blocksOnly?: boolean | undefined;
  /** The permissions of peers by address. @default none */
  whitelist?: readonly Whitelist[] | undefined;
  /** The seconds that a new peer has for its first messages. @default 60 */
  timeout?: number | undefined;
  /** The bytes that the node sends per day, 0 for no limit. @default 0 */
  uploadTarget?: number | undefined;
  /** The seconds of a ban. @default 86400 */
  banTime?: number | undefined;
  /** Returns seconds since 1970. */
  now: () => number;
};

export function createPeers({
  blocksOnly = false,
  whitelist = [],
  timeout = 60,
  uploadTarget = 0,
  banTime = 86_400,
  now,
}: PeersOptions): Peers {
  return {
    added: new Set(),
    active: true,
    blocksOnly,
    timeout,
    uploadLimit: createUploadLimit(uploadTarget, now),
    banTime,
    bans: createBans(now),
    network: undefined,
    permissionsOf: permissionsBy(whitelist),
  };
}

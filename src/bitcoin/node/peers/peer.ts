import type { HeaderEntry } from '../chain/block-entry.js';
import type { Connection } from './connection.js';
import type { Permission } from './permissions.js';
import { createRecentSet, type RecentSet } from './recent-set.js';
import type { InventoryItem } from './wire/inventory.js';
import type { Version } from './wire/version.js';

/** How a connection came about and what it is for, under bitcoind's names. */
export type ConnectionType = 'inbound' | 'manual' | 'outbound-full-relay' | 'block-relay-only' | 'addr-fetch' | 'feeler';

/** A connected peer and what the node knows of it. */
export type Peer = {
  readonly id: number;
  /** `host:port` of the peer, and of this node's end. */
  readonly address: string;
  readonly localAddress: string;
  readonly type: ConnectionType;
  /** Whether the peer opened the connection. */
  readonly inbound: boolean;
  /** Returns the time of timeouts in milliseconds. */
  timer(): number;
  readonly permissions: readonly Permission[];
  /** Seconds since 1970. */
  readonly connectedAt: number;
  readonly connection: Connection;
  /** Its `version`; undefined before it came. */
  version: Version | undefined;
  /** Whether the handshake is complete. */
  ready: boolean;
  /** Whether transactions are announced by wtxid (BIP339). */
  wtxidRelay: boolean;
  /** Whether it sent `sendaddrv2` (BIP155). */
  addrV2: boolean;
  /** Whether it was asked to announce new blocks by header (BIP130). */
  askedForHeaders: boolean;
  /** Whether new blocks are announced by header (BIP130). */
  prefersHeaders: boolean;
  /** The fee rate in sats per 1,000 virtual bytes below which it wants no announcements (BIP133). */
  minFeeRate: bigint;
  /** Its pending requests, the next one last, and those that the node could not answer since its last `notfound`. */
  requests: InventoryItem[];
  absent: InventoryItem[];
  readonly ping: PingState;
  readonly blocks: BlockState;
  /** The hashes of transactions that it has, as announced in either direction. */
  readonly transactions: RecentSet;
  /** Seconds since 1970 of its last accepted block and transaction, 0 for none. */
  lastBlock: number;
  lastTransaction: number;
};

/** Times in milliseconds of `timer()`; `nonce` of the last unanswered ping. */
type PingState = { nonce: bigint | undefined; sentAt: number; last: number | undefined; least: number | undefined };

type BlockState = {
  /** The best block that it has, as far as known. */
  known: HeaderEntry | undefined;
  /** The last block that the node and the peer had in common when the peer had as much work as the node. */
  common: HeaderEntry | undefined;
  /** The last announced block that the node did not know. */
  unknown: string | undefined;
  /** The best header that it was sent. */
  sent: HeaderEntry | undefined;
  /** The headers that it announced of blocks that the node lacks, lowest first. */
  missing: HeaderEntry[];
  /** When it was last asked for headers, without an answer since; milliseconds of `timer()`. */
  askedAt: number | undefined;
  /** Whether the node follows its chain: it was asked for headers when it came. */
  isFollowed: boolean;
  /** Whether it was asked for headers because it announced a block, although it is not followed. */
  askedOnce: boolean;
  /** The last block of its answer to `getblocks`. When it requests this block, it hears of the tip. */
  continueAt: string | undefined;
};

/** The number of hashes kept per peer. */
const MAX_KNOWN_TRANSACTIONS = 20_000;

export function createPeer(
  identity: Pick<Peer, 'id' | 'address' | 'localAddress' | 'type' | 'timer' | 'permissions' | 'connection'>,
): Peer {
  return {
    ...identity,
    inbound: identity.type === 'inbound',
    connectedAt: Math.floor(identity.timer() / 1000),
    version: undefined,
    ready: false,
    wtxidRelay: false,
    addrV2: false,
    askedForHeaders: false,
    prefersHeaders: false,
    minFeeRate: 0n,
    requests: [],
    absent: [],
    ping: { nonce: undefined, sentAt: 0, last: undefined, least: undefined },
    blocks: {
      known: undefined,
      common: undefined,
      unknown: undefined,
      sent: undefined,
      missing: [],
      askedAt: undefined,
      isFollowed: false,
      askedOnce: false,
      continueAt: undefined,
    },
    transactions: createRecentSet(MAX_KNOWN_TRANSACTIONS),
    lastBlock: 0,
    lastTransaction: 0,
  };
}

/** Whether the peer serves something, by its `services`. */
export function serves({ version }: Peer, service: bigint): boolean {
  return version !== undefined && (version.services & service) !== 0n;
}

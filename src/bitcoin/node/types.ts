import type { PortAccess } from '#platform/port-guard.js';
import type { PartWriter } from '../../base/storage.js';
import type { LogCategory } from '../log-categories.js';
import type { AskBitcoin } from '../protocol/client/ask.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import type { BitcoinFork } from '../protocol/fork-source/reader.js';
import type { ZmqNotification } from '../zmq-notification.js';
import type { ActivationHeights } from './chain/activation.js';
import type { LogEntry } from './log/log.js';
import type { MempoolPolicy } from './mempool/policy/policy.js';
import type { Whitelist } from './peers/permissions.js';
import type { RpcAccess } from './rpc/access.js';
import type { WalletDefaults } from './wallet/options.js';

/** The embedded Bitcoin node for its host; see `createBitcoinNode`. Hashes are display order (reversed) hex. */
export interface BitcoinNode {
  tip(): BitcoinHeader;
  /** Returns the active chain's header at a height. @throws RangeError above the tip */
  header(height: number): BitcoinHeader;
  /** Mines `count` blocks with transactions of the mempool. The coinbases pay `scriptPubKey`. @returns hashes, oldest first */
  mine(count: number, scriptPubKey: Uint8Array): string[];
  /** Sets the time of the next block, in seconds since 1970. @throws DevnetError INVALID_INPUT for one that it may not have */
  setNextBlockTime(time: number): void;
  /** Adds a raw transaction to the mempool. @returns its txid @throws RejectError with Core's reject string as `message` */
  submit(rawTransaction: Uint8Array): string;
  /** The number of transactions in the mempool. */
  mempoolSize(): number;
  /** Calls `listener` for each event in order. @returns a function that stops it */
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
  /** Returns the whole state (chain, mempool, clock) as an opaque value. Costs little, even for a long chain. */
  snapshot(): BitcoinSnapshot;
  /** Restores a snapshot, any number of times. Emits `restored`. */
  restore(snapshot: BitcoinSnapshot): void;
  /** Writes a snapshot as the part of a state, as what changed since the last time. Others get their turns meanwhile. */
  write(snapshot: BitcoinSnapshot, part: PartWriter): Promise<void>;
  /** Returns a snapshot as bytes, for `load` of a node with the same options. */
  dump(snapshot: BitcoinSnapshot): Promise<Uint8Array>;
  /**
   * Returns the snapshot of these bytes, which can be restored as one that this node took. Scripts and signatures are not checked again.
   * @throws FormatError for bytes that `dump` does not give
   */
  load(bytes: Uint8Array): Promise<BitcoinSnapshot>;
  /** Returns the active chain, for the option `chain` of another node. */
  exportChain(): Uint8Array;
  /** The chain that this one continues; undefined for a chain with its own genesis. */
  readonly origin: Origin | undefined;
  /** Of a fork: the output scripts (hex) whose coins the mempool lets unsigned inputs spend. */
  readonly impersonated: Set<string>;
  /** The lowest block of the node. */
  base(): BitcoinHeader;
  /** Returns the height of the lowest block from which another branch may begin. @default that of the lowest block */
  lowestFork(): number;
  /** Sets {@link BitcoinNode.lowestFork}, for what follows this chain and cannot go back further. */
  setLowestFork(height: number): void;
  /** Returns another node with the same state and options, in constant time. It serves nothing yet, and has no peers. */
  fork(): BitcoinNode;
  /** Serves JSON-RPC over HTTP. @returns its URL without trailing slash */
  listen(options: BitcoinListenOptions): Promise<{ url: string; close(): Promise<void> }>;
  /** Answers JSON-RPC calls of this process, without a server. */
  readonly ask: AskBitcoin;
  /**
   * Serves Bitcoin's peer-to-peer protocol: other nodes take blocks and transactions from this node, and the other way round. One
   * server per node. `port` 0 selects a free one. @returns `host:port`
   */
  listenPeers(options: { host: string; port: number }): Promise<{ address: string; close(): Promise<void> }>;
  /**
   * Publishes notifications over ZeroMQ, as bitcoind's options `-zmqpub…` do.
   * @returns them with the ports that were chosen
   * @throws TypeError for an address that is not `tcp://host:port`
   */
  publish(notifications: readonly ZmqNotification[]): Promise<{ notifications: Required<ZmqNotification>[]; close(): Promise<void> }>;
  /**
   * Loads the state that a folder keeps: chain, wallets and mempool. `close()` writes it back. For a new node. A server that listens
   * already answers every call with bitcoind's error −28 until it resolves.
   * @param onOwned called once no other node can use the folder, before anything is loaded
   * @throws DevnetError BUSY for a folder that another node uses
   */
  keep(path: string, onOwned?: () => void): Promise<void>;
  /** Stops every server, and saves the state in the folder of `keep`. */
  close(): Promise<void>;
}

/** Where the RPC listens, and who may call it. */
export type BitcoinListenOptions = PortAccess & {
  host: string;
  /** 0 selects a free one. */
  port: number;
  user: string;
  password: string;
  /** Called after the reply to the RPC `stop`. @default that of the node */
  onStop?: (() => void) | undefined;
};

/** `time` in seconds since 1970. */
export type BitcoinHeader = { height: number; hash: string; previousHash: string; time: number; merkleRoot: string };
export type BitcoinNodeEvent =
  | { type: 'block'; header: BitcoinHeader; txids: string[] }
  /** Sent before the `block` events of the new branch. */
  | { type: 'reorg'; forkHeight: number }
  | { type: 'mempool-added'; txid: string }
  | {
      type: 'mempool-removed';
      txid: string;
      reason: 'block' | 'conflict' | 'expiry' | 'replaced' | 'reorg' | 'sizelimit';
      replacedBy?: string | undefined;
    }
  | { type: 'restored' };
export type BitcoinSnapshot = { readonly tip: { readonly height: number; readonly hash: string } };

export type BitcoinNodeOptions = {
  /**
   * The chain that this one continues from a block. `grant` is what the coinbase of the first block claims, in sats, which may be spent at
   * once. @default a chain with its own genesis
   */
  fork?: (BitcoinFork & { grant?: bigint | undefined }) | undefined;
  /** The chain that the node begins with, from `exportChain` of a node with the same options. It is not checked again. @default genesis */
  chain?: Uint8Array | undefined;
  /**
   * The node's time in seconds since 1970. The default is deterministic: a new block's time is its parent's plus
   * `blockInterval`, so that the same calls make the same chain.
   */
  now?: (() => number) | undefined;
  /** Time of block 1 is `genesisTime` + `blockInterval`, in seconds. */
  genesisTime?: number | undefined;
  /** @default 600 */
  blockInterval?: number | undefined;
  /** Changes to the mempool policy of Bitcoin Core 30. */
  policy?: Partial<MempoolPolicy> | undefined;
  /** What holds for all wallets. @default bitcoind's options, with a fallback fee of 20 sat/vB */
  wallets?: Partial<WalletDefaults> | undefined;
  /** Folders in which methods such as backupwallet may read and write files, besides the one of `keep`. @default none */
  files?: readonly string[] | undefined;
  /** Whether the HTTP server has bitcoind's REST interface. @default false */
  rest?: boolean | undefined;
  /** The heights from which rules hold. @default regtest's */
  activation?: Partial<ActivationHeights> | undefined;
  /** The version of mined blocks. @default the signals of BIP9 */
  blockVersion?: number | undefined;
  /** The time in seconds since 1970, as after `setmocktime`. @default that of the clock */
  mockTime?: number | undefined;
  /** Whether `keep` keeps the mempool. @default true */
  persistMempool?: boolean | undefined;
  /** Comments in the node's name that peers see. */
  comments?: readonly string[] | undefined;
  /** Whether the node wants no transactions from peers. @default false */
  blocksOnly?: boolean | undefined;
  /** The permissions of peers by their addresses. @default none */
  whitelist?: readonly Whitelist[] | undefined;
  /** The seconds that a new peer has for its first messages. @default 60 */
  peerTimeout?: number | undefined;
  /** The bytes that the node sends to its peers per day, 0 for no limit. @default 0 */
  uploadTarget?: number | undefined;
  /** The seconds of a ban without an end of its own. @default 86400 */
  banTime?: number | undefined;
  /** Whether `getrawtransaction` finds every confirmed transaction. @default true */
  txIndex?: boolean | undefined;
  /** The time that a client of the RPC has to send a request, in milliseconds. @default 30000 */
  requestTimeoutMs?: number | undefined;
  /** Users of the RPC besides the one of `listen`, and what all users may call. */
  access?: RpcAccess | undefined;
  /** Takes the messages of the node's log, as they occur. @default no log */
  log?: ((entry: LogEntry) => void) | undefined;
  /** The path of the file that `log` writes, for `getrpcinfo`. @default none */
  logPath?: string | undefined;
  /** The categories of the log that are enabled at the start. @default none */
  debug?: readonly LogCategory[] | undefined;
  /** Called after the reply to the RPC `stop`. @default closes the node */
  onStop?: (() => void) | undefined;
};

import { listenError } from '#platform/port-taken.js';
import { invalid } from '../base/error.js';
import { decodeAddress } from '../bitcoin/address.js';
import type { BitcoinHeader, BitcoinNodeEvent, BitcoinSnapshot, LogEntry } from '../bitcoin/node.js';
import { createBitcoinNode as createNode } from '../bitcoin/node.js';
import { endpointOf, TOPICS, type ZmqNotification } from '../bitcoin/zmq-notification.js';
import { type OpenBitcoinFork, openBitcoinFork as openFork } from '../engines/bitcoin-fork.js';
import type { BitcoinNodeSettings } from '../project/bitcoin-node.js';
import { nodeOptions, resolveNodeSettings } from '../project/bitcoin-node.js';

export { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from '../base/error.js';
export type { LogCategory } from '../bitcoin/log-categories.js';
export type { BitcoinHeader, BitcoinNodeEvent, BitcoinSnapshot, LogEntry } from '../bitcoin/node.js';
export type { ZmqNotification } from '../bitcoin/zmq-notification.js';

/** The address and the credentials of a Bitcoin node's RPC. */
export type ListenOptions = {
  /** Further names of this machine that the Host header may have, besides localhost, its addresses and names without a dot. @default [] */
  allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may call. @default [] */
  origins?: readonly string[] | undefined;
  /** @default '127.0.0.1' */
  host?: string | undefined;
  /** 0 for a free port. @default 0 */
  port?: number | undefined;
  /** @default 'devnet' */
  user?: string | undefined;
  /** @default 'devnet' */
  password?: string | undefined;
};

/** The address of a Bitcoin node for its peers. */
export type ListenPeersOptions = {
  /** @default '127.0.0.1' */
  host?: string | undefined;
  /** 0 for a free port. @default 0 */
  port?: number | undefined;
};

/** A Bitcoin regtest node in this process. Hashes and txids are hex, as explorers show them. */
export type BitcoinNode = AsyncDisposable & {
  /** Returns the best block; `time` is in seconds. */
  tip(): BitcoinHeader;
  /**
   * Mines `count` blocks now, with the transactions of the mempool.
   * @param to recipient of the coinbases: a regtest address or a script
   * @returns the hashes of the blocks, oldest first
   * @throws DevnetError INVALID_INPUT
   */
  mine(count: number, to: string | Uint8Array): string[];
  /** Calls `listener` for each block, reorganisation, change of the mempool and restore, in order. @returns a function that stops it */
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
  /** Saves the whole state: chain, mempool and clock. Costs little, even for a long chain. */
  snapshot(): BitcoinSnapshot;
  /** Restores a snapshot of this node, any number of times. @throws DevnetError INVALID_INPUT for a snapshot of another node */
  restore(snapshot: BitcoinSnapshot): void;
  /**
   * Serves the RPC of bitcoind.
   * @returns its URL, without credentials and trailing slash, and a function that stops it
   * @throws DevnetError PORT_TAKEN, INVALID_INPUT
   */
  listen(options?: ListenOptions): Promise<{ url: string; close(): Promise<void> }>;
  /**
   * Serves Bitcoin's peer-to-peer protocol, so that other nodes connect to this one: they exchange blocks and transactions. Once per node.
   * @returns its address as `host:port`, and a function that stops it and disconnects the peers
   * @throws DevnetError PORT_TAKEN, INVALID_INPUT
   */
  listenPeers(options?: ListenPeersOptions): Promise<{ address: string; close(): Promise<void> }>;
  /**
   * Publishes notifications over ZeroMQ, as bitcoind's options `-zmqpub…` do. Topics may share an address.
   * @returns them with the ports that were chosen, and a function that ends them
   * @throws DevnetError PORT_TAKEN, INVALID_INPUT
   */
  publish(notifications: readonly ZmqNotification[]): Promise<{ notifications: Required<ZmqNotification>[]; close(): Promise<void> }>;
  /**
   * Loads chain, wallets and mempool from a folder, which is created if it is missing. `close()` saves them there. Call it on a new
   * node. If the node listens already, every call fails with bitcoind's error −28 until it resolves. Until `close()`, no other node can
   * use the folder.
   * @param onOwned called once the folder belongs to this node, before anything is loaded
   * @throws the system's error for a folder that cannot be read or created, DevnetError BUSY for one that another node uses
   */
  keep(path: string, onOwned?: () => void): Promise<void>;
  /**
   * Stops listening, and saves the state if `keep()` names a folder. May be called any number of times.
   * @throws what prevented a part of the state from being saved; the other parts are saved
   */
  close(): Promise<void>;
};

/** Options of a Bitcoin node: those of bitcoind under its names, in its units. docs/bitcoin-rpc.md lists them. */
export type BitcoinNodeOptions = BitcoinNodeSettings & {
  /** Takes the node's log: messages in bitcoind's words, of the categories in `debug` and of none. @default no log */
  onLog?: ((entry: LogEntry) => void) | undefined;
  /** The path of the file that `onLog` writes, which `getrpcinfo` returns. @default none */
  logPath?: string | undefined;
  /** Called when a client calls the RPC `stop`. @default nothing */
  onStop?: (() => void) | undefined;
  /** Folders in which backupwallet, restorewallet and importmempool may use files, besides the one of `keep()`. @default none */
  files?: readonly string[] | undefined;
  /** The chain that the node continues, of `openBitcoinFork()`. The node closes it. @default a chain with its own genesis */
  fork?: BitcoinNodeFork | undefined;
  /** Whether the RPC's port also has bitcoind's REST interface, which needs no password. @default false */
  rest?: boolean | undefined;
};

/** The block of another Bitcoin network from which a node continues it, and what reads that network. */
export type BitcoinNodeFork = Pick<OpenBitcoinFork, 'url' | 'point' | 'block' | 'reader' | 'retain' | 'close'>;

/** Which Bitcoin network a node continues. */
export type BitcoinForkOptions = {
  /** Of an Esplora server of the network: mainnet, testnet, signet or regtest. */
  url: string;
  /** The block to continue. @default the tip; offline, the block of the last fork */
  height?: number | undefined;
  /** Whether to use only what is in the cache. @default false */
  offline?: boolean | undefined;
  /** Deadline of each request, in milliseconds. @default 10000 */
  timeoutMs?: number | undefined;
  /** The folder that keeps what was read. @default what is read stays in memory */
  cacheDir?: string | undefined;
};

/**
 * Opens a fork of a running Bitcoin network, for `createBitcoinNode({ fork })`. Call `close()` if no node uses it.
 * @throws DevnetError ORIGIN, INVALID_INPUT
 */
export function openBitcoinFork({ cacheDir, timeoutMs = 10_000, ...options }: BitcoinForkOptions): Promise<BitcoinNodeFork> {
  return openFork({ ...options, timeoutMs, cache: { dir: cacheDir ?? '', enabled: cacheDir !== undefined } });
}

/** The maximum of blocks per call. */
const MAX_BLOCKS = 10_000;

/**
 * Creates a Bitcoin regtest node in this process and in memory: full consensus rules, Bitcoin Core's mempool policy and RPC, blocks on
 * demand. Its clock advances ten minutes per block, so the same calls make the same chain.
 * @example
 * await using node = createBitcoinNode();
 * const { url } = await node.listen({ user: 'alice', password: 'secret' });
 * node.mine(101, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
 * @throws DevnetError INVALID_INPUT for an unknown option or a bad value
 */
export function createBitcoinNode({ onLog, logPath, onStop, rest, files, fork, ...settings }: BitcoinNodeOptions = {}): BitcoinNode {
  const options = nodeOptions(resolveNodeSettings(settings, ['onLog', 'logPath', 'onStop', 'rest', 'files', 'fork']));
  const node = createNode({ log: onLog, logPath, onStop, rest, files, fork, ...options });
  const snapshots = new WeakSet<BitcoinSnapshot>();
  const release = fork?.retain();
  const { tip, subscribe, keep } = node;
  const close = async () => {
    await node.close();
    release?.();
  };
  return {
    tip,
    subscribe,
    keep,
    close,
    [Symbol.asyncDispose]: close,
    mine(count, to) {
      if (!Number.isInteger(count) || count < 1 || count > MAX_BLOCKS)
        throw invalid('count', `a whole number from 1 to ${MAX_BLOCKS}`, count);
      return node.mine(count, typeof to === 'string' ? scriptOf(to) : to);
    },
    snapshot() {
      const snapshot = node.snapshot();
      snapshots.add(snapshot);
      return snapshot;
    },
    restore(snapshot) {
      if (!snapshots.has(snapshot)) throw invalid('snapshot', 'a result of snapshot() of this node', snapshot);
      node.restore(snapshot);
    },
    async listen({ host = '127.0.0.1', port = 0, user = 'devnet', password = 'devnet', allowedHosts, origins } = {}) {
      try {
        return await node.listen({ host, port, user, password, allowedHosts, origins });
      } catch (error) {
        throw await listenError(error, { field: 'port', host, port });
      }
    },
    async publish(notifications) {
      notifications.forEach(checkNotification);
      try {
        return await node.publish(notifications);
      } catch (error) {
        // Node adds them to errors of `listen`.
        const { address: host = '', port = 0 } = error as { address?: string; port?: number };
        throw await listenError(error, { field: 'address', host, port });
      }
    },
    async listenPeers({ host = '127.0.0.1', port = 0 } = {}) {
      try {
        return await node.listenPeers({ host, port });
      } catch (error) {
        throw await listenError(error, { field: 'port', host, port });
      }
    },
  };
}

/** Checks a notification from outside. @throws DevnetError INVALID_INPUT */
function checkNotification({ topic, address, highWaterMark = 1 }: ZmqNotification): void {
  if (!TOPICS.includes(topic)) throw invalid('topic', `one of ${TOPICS.join(', ')}`, topic);
  if (endpointOf(address) === undefined) throw invalid('address', 'tcp://host:port, such as tcp://127.0.0.1:28332', address);
  if (!Number.isInteger(highWaterMark) || highWaterMark < 1) throw invalid('highWaterMark', 'a whole number from 1', highWaterMark);
}

/** @throws DevnetError INVALID_INPUT */
function scriptOf(address: string): Uint8Array {
  const decoded = decodeAddress(address);
  if ('error' in decoded) throw invalid('to', 'a regtest address', address, decoded.error);
  return decoded.scriptPubKey;
}

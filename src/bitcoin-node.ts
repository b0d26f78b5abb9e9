import { decodeAddress } from './chains/bitcoin/address/address.js';
import { invalid } from './error.js';
import { createBitcoinNode as createNode } from './node/bitcoin/node.js';
import type { BitcoinHeader, BitcoinNodeEvent, BitcoinSnapshot } from './node/bitcoin/types.js';
import { listenError } from './system/port-taken.js';

export { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from './error.js';
export type { BitcoinHeader, BitcoinNodeEvent, BitcoinSnapshot } from './node/bitcoin/types.js';

/** Where the RPC of a Bitcoin node is served, and for whom. */
export type ListenOptions = {
  /** @default '127.0.0.1' */
  host?: string | undefined;
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** @default 'devnet' */
  user?: string | undefined;
  /** @default 'devnet' */
  password?: string | undefined;
};

/** A Bitcoin regtest node in this process. Hashes and txids are hex as explorers show them. */
export type BitcoinNode = AsyncDisposable & {
  /** The best block; `time` is in seconds. */
  tip(): BitcoinHeader;
  /**
   * Mines `count` blocks now, each taking what the mempool holds.
   * @param to whom the coinbases pay: a regtest address, or a script
   * @returns their hashes, oldest first
   * @throws DevnetError INVALID_INPUT
   */
  mine(count: number, to: string | Uint8Array): string[];
  /** Calls `listener` for each block, reorganisation, change of the mempool and restore, in order. @returns what ends it */
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
  /** The whole state: chain, mempool and clock. It costs little, however long the chain is. */
  snapshot(): BitcoinSnapshot;
  /** Goes back to a snapshot of this node, any number of times. @throws DevnetError INVALID_INPUT for another node's */
  restore(snapshot: BitcoinSnapshot): void;
  /**
   * Serves the RPC of bitcoind.
   * @returns its URL, without credentials and trailing slash, and what ends it
   * @throws DevnetError PORT_TAKEN, INVALID_INPUT
   */
  listen(options?: ListenOptions): Promise<{ url: string; close(): Promise<void> }>;
  /** Ends what listens. Any number of times. */
  close(): Promise<void>;
};

/** How a Bitcoin node behaves. */
export type BitcoinNodeOptions = {
  /** Called when a client ends the node with the RPC `stop`. @default nothing */
  onStop?: (() => void) | undefined;
};

/** The most blocks of one call. */
const MAX_BLOCKS = 10_000;

/**
 * A Bitcoin regtest node in this process, all in memory: full consensus rules, Bitcoin Core's mempool policy and RPC, blocks on demand.
 * Times are those of the blocks, ten minutes each, so that the same calls make the same chain.
 * @example
 * await using node = createBitcoinNode();
 * const { url } = await node.listen({ user: 'alice', password: 'secret' });
 * node.mine(101, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
 */
export function createBitcoinNode({ onStop }: BitcoinNodeOptions = {}): BitcoinNode {
  const node = createNode({ onStop });
  const snapshots = new WeakSet<BitcoinSnapshot>();
  const { tip, subscribe, close } = node;
  return {
    tip,
    subscribe,
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
      if (!snapshots.has(snapshot)) throw invalid('snapshot', 'what snapshot() of this node gave', snapshot);
      node.restore(snapshot);
    },
    async listen({ host = '127.0.0.1', port = 0, user = 'devnet', password = 'devnet' } = {}) {
      try {
        return await node.listen({ host, port, user, password });
      } catch (error) {
        throw await listenError(error, { field: 'port', host, port });
      }
    },
  };
}

/** @throws DevnetError INVALID_INPUT */
function scriptOf(address: string): Uint8Array {
  const decoded = decodeAddress(address);
  if ('error' in decoded) throw invalid('to', 'a regtest address', address, decoded.error);
  return decoded.scriptPubKey;
}

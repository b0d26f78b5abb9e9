import type { MempoolPolicy } from './mempool/policy/policy.js';

/** The embedded Bitcoin node as its host sees it; `createBitcoinNode` in node.ts makes one. Hashes are display order (reversed) hex. */
export interface BitcoinNode {
  tip(): BitcoinHeader;
  /** The header of the active chain at a height. @throws RangeError above the tip */
  header(height: number): BitcoinHeader;
  /** Mines `count` blocks now, each taking what the mempool holds, paying `scriptPubKey`. @returns hashes, oldest first */
  mine(count: number, scriptPubKey: Uint8Array): string[];
  /** Puts a raw transaction through mempool policy. @throws with Core's reject string as `message` */
  submit(rawTransaction: Uint8Array): string;
  /** The number of transactions in the mempool. */
  mempoolSize(): number;
  /** Calls `listener` for each event in order. @returns the function that ends it */
  subscribe(listener: (event: BitcoinNodeEvent) => void): () => void;
  /** The whole state (chain, mempool, clock) as an opaque value; cheap whatever the chain's length. */
  snapshot(): BitcoinSnapshot;
  /** Goes back to a snapshot, any number of times; emits `restored`. */
  restore(snapshot: BitcoinSnapshot): void;
  /** Serves JSON-RPC over HTTP. `port` 0 takes a free one. @returns its URL without trailing slash */
  listen(options: { host: string; port: number; user: string; password: string }): Promise<{ url: string; close(): Promise<void> }>;
  /** Ends every server and listener. */
  close(): Promise<void>;
}

/** `time` is the block's, in seconds. */
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
export type BitcoinSnapshot = { readonly heights: { bitcoin: number } };

export type BitcoinNodeOptions = {
  /**
   * Seconds since 1970: what the node takes for now. The default is deterministic: a new block's time is its parent's plus
   * `blockInterval`, so that the same calls make the same chain.
   */
  now?: (() => number) | undefined;
  /** Time of block 1 is `genesisTime` + `blockInterval`, in seconds. */
  genesisTime?: number | undefined;
  /** @default 600 */
  blockInterval?: number | undefined;
  /** Mempool policy that differs from the defaults of Bitcoin Core 30. */
  policy?: Partial<MempoolPolicy> | undefined;
  /** Called when a client has sent the RPC `stop` and got its answer. @default the node closes itself */
  onStop?: (() => void) | undefined;
};

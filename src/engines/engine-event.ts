import type { StacksReceipt } from '../chains/stacks/receipt/node-receipt.js';
import type { MiningModes } from '../mining-mode.js';

/** A mined transaction with an unknown outcome: `reason` says why, `hint` what to do. Hex has 0x. */
export type UnknownOutcome = { txid: string; rawTx: string; reason: string; hint: string };

/** An event of the chains. Bitcoin hashes have no 0x; Stacks hashes (index block hashes) and txids have it. */
export type EngineEvent =
  | { type: 'bitcoin.block'; height: number; hash: string; txids: string[] }
  /** The chain now ends at `height`/`hash`, after leaving blocks above `forkHeight`; `bitcoin.block` follows for each new block. */
  | { type: 'bitcoin.reorg'; forkHeight: number; height: number; hash: string }
  /** A transaction entered the Bitcoin mempool. */
  | { type: 'bitcoin.tx'; txid: string }
  | { type: 'bitcoin.dropped'; txid: string; reason: string; replacedBy?: string | undefined }
  | {
      type: 'stacks.block';
      height: number;
      hash: string;
      blockHash: string;
      burnHeight: number;
      burnHash: string;
      time: number;
      receipts: StacksReceipt[];
      /** Transactions of the block with outcomes that the nodes do not report. @default none */
      unknownOutcomes?: UnknownOutcome[] | undefined;
    }
  | { type: 'stacks.reorg'; forkHeight: number; height: number; hash: string }
  /** A transaction entered the Stacks mempool; `txid` with 0x. */
  | { type: 'stacks.tx'; txid: string }
  /** As in `POST /drop_mempool_tx`: `reason` is the node's, for example `ReplaceByFee`; `detail` comes from the embedded node only. */
  | { type: 'stacks.dropped'; txid: string; reason: string; detail?: string | undefined; replacedBy?: string | undefined }
  /**
   * The node rejected a transaction that was submitted: `reason` is the node's, with its data. Engines of other processes do not
   * see it; the gateway does when the transaction passes through it.
   */
  | { type: 'stacks.rejected'; txid: string; reason: string }
  | { type: 'mining'; modes: MiningModes }
  | { type: 'restored'; id: string }
  /** The network makes no progress: `cause` is the missing step and what was seen last, `remedy` what to do or what is being done. */
  | { type: 'stall'; cause: string; remedy: string };

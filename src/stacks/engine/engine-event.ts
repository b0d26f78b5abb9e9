import type { MiningModes } from '../mining-mode.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';

/** A mined transaction with an unknown outcome: `reason` says why, `hint` what to do. Hex has 0x. */
export type UnknownOutcome = { txid: string; rawTx: string; reason: string; hint: string };

/** A reward that a block pays to a miner: the coinbase and all, fees included, in micro-STX as decimal digits. */
export type MinerReward = { recipient: string; coinbase: string; amount: string };
/** The signers that a block chose for a reward cycle: `key` is hex without 0x, `stacked` micro-STX as decimal digits. */
export type ChosenCycle = { cycle: number; signers: { key: string; stacked: string; weight: number }[] };

/** A Stacks block without its transactions. Stacks hashes have 0x; Bitcoin and consensus hashes have none. */
export type StacksBlockFacts = {
  height: number;
  /** The index block hash. */
  hash: string;
  blockHash: string;
  /** The index block hash of the parent. */
  parentHash: string;
  consensusHash: string;
  /** The number of tenures up to this one, which counts. Absent if the node does not say it. */
  tenureHeight?: number | undefined;
  burnHeight: number;
  burnHash: string;
  /** When the Bitcoin block was made, in seconds since 1970. Absent if the node does not say it. */
  burnTime?: number | undefined;
  /** Seconds since 1970. */
  time: number;
  /** The miner's transaction on Bitcoin that won the election, with 0x. @default unknown */
  minerTxid?: string | undefined;
  /** @default none */
  rewards?: MinerReward[] | undefined;
  /** Signers for the next cycle, in the block that chose them. */
  chosen?: ChosenCycle | undefined;
};

/** A new Stacks block with what its transactions did. */
export type StacksBlockEvent = StacksBlockFacts & {
  type: 'stacks.block';
  receipts: StacksReceipt[];
  /** Transactions of the block with outcomes that the nodes do not report. @default none */
  unknownOutcomes?: UnknownOutcome[] | undefined;
};

/** An event of the chains. Bitcoin hashes have no 0x; Stacks hashes (index block hashes) and txids have it. */
export type EngineEvent =
  | { type: 'bitcoin.block'; height: number; hash: string; txids: string[] }
  /** The chain now ends at `height`/`hash`, after leaving blocks above `forkHeight`; `bitcoin.block` follows for each new block. */
  | { type: 'bitcoin.reorg'; forkHeight: number; height: number; hash: string }
  /** A transaction entered the Bitcoin mempool. */
  | { type: 'bitcoin.tx'; txid: string }
  | { type: 'bitcoin.dropped'; txid: string; reason: string; replacedBy?: string | undefined }
  | StacksBlockEvent
  | { type: 'stacks.reorg'; forkHeight: number; height: number; hash: string }
  /** A transaction entered the Stacks mempool; both with 0x. */
  | { type: 'stacks.tx'; txid: string; rawTx: string }
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

/**
 * The seam. Everything above an engine speaks bitcoind's JSON-RPC and stacks-node's RPC to `services`, which both kinds of
 * node already define; an engine adds the few verbs that no wire protocol has, and tells what happens on the chains.
 * It knows nothing of faucets, gateways or tests.
 */

import type { AskRpc } from '../chains/stacks/client/ask.js';
import type { StacksReceipt } from '../chains/stacks/receipt/node-receipt.js';
import type { MiningModes } from '../mining-mode.js';
import type { ReadLogOptions } from '../system/read-log.js';
import type { Chains } from './chains.js';

/** What runs the nodes: this process, real nodes as processes or as containers, or somebody else. */
export type EngineName = 'embedded' | 'native' | 'docker' | 'external';

/**
 * Where the nodes answer. URLs have no trailing slash; that of bitcoind has no credentials in it. A Stacks node that runs in this
 * process can be asked without a connection, too: the same requests have the same answers.
 */
export type EngineServices = {
  bitcoin: { rpcUrl: string; rpcUser: string; rpcPassword: string };
  stacks: { rpcUrl: string; ask?: AskRpc | undefined };
};

/** Hashes as in {@link EngineEvent}. */
export type ChainTips = {
  bitcoin: { height: number; hash: string };
  stacks: { height: number; hash: string; burnHeight: number };
};

/** Coins that exist when the engine is ready. */
export type Funding = {
  /**
   * 32 bytes of hex: the key that owns the network's own coins. Every block mined by the engine pays its coinbase to the P2WPKH
   * address of this key, and the payments below are made from those coinbases.
   */
  coinbaseKey: string;
  /** Spendable (not an immature coinbase) outputs: amounts in sats. */
  bitcoin: { address: string; amount: bigint }[];
  /** Genesis balances: amounts in micro-STX; contract principals allowed. */
  stacks: { principal: string; amount: bigint }[];
};

/** A mined transaction with an unknown outcome: `reason` says why, `hint` what would help. Hex has 0x. */
export type UnknownOutcome = { txid: string; rawTx: string; reason: string; hint: string };

/** A transaction that a node knows: in its mempool, or in a block with what became of it. */
export type FoundStacksTransaction =
  | { at: 'mempool' }
  | { at: 'block'; block: { height: number; hash: string; burnHeight: number }; outcome: StacksReceipt | UnknownOutcome };

/** What happens on the chains. Heights are block heights; hashes of Bitcoin have no 0x, those of Stacks (the index block hash) have it. */
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
  /** As `POST /drop_mempool_tx` tells it: `reason` is the node's, for example `ReplaceByFee`; `detail` is what the embedded node knows beyond it. */
  | { type: 'stacks.dropped'; txid: string; reason: string; detail?: string | undefined; replacedBy?: string | undefined }
  /**
   * The node rejected a transaction that was submitted: `reason` is the node's, with its data. Engines of other processes do not
   * see it; the gateway does when the transaction passes through it.
   */
  | { type: 'stacks.rejected'; txid: string; reason: string }
  | { type: 'mining'; modes: MiningModes }
  | { type: 'restored'; id: string }
  /** The network stands still: `cause` says which step is missing and what was seen last, `remedy` what helps or is being done. */
  | { type: 'stall'; cause: string; remedy: string };

/** What one program of the network writes to its standard output and error. */
export type EngineLog = {
  /** The name of the service, for example `stacks-signer-2`. */
  name: string;
  /** The program that it runs, for example `stacks-signer`. */
  program: string;
  /** Yields the last lines as text, and with `follow` new output until the signal fires or the program ends for good. */
  read(options: ReadLogOptions): AsyncIterable<string>;
};

/** The reward cycles of a network, in Bitcoin blocks: cycle 0 begins at `firstBurnHeight`, the prepare phase is the end of a cycle. */
export type PoxLengths = { firstBurnHeight: number; rewardLength: number; prepareLength: number };

/** A running network of one Bitcoin node and one Stacks node, ready: funded and in a reward phase. */
export interface Engine {
  readonly name: EngineName;
  readonly services: EngineServices;
  readonly pox: PoxLengths;
  /** How long a wait for a transaction lasts by default, in ms. @default 30000 */
  readonly waitMs?: number | undefined;
  /** The Stacks epoch, for example `3.4`. */
  epoch(): string;
  /** The chains that the nodes are on; nodes that somebody else runs are asked every time. @throws DevnetError NOT_REACHABLE, TIMEOUT, RPC */
  chains(): Promise<Chains>;

  /**
   * Looks for a Stacks transaction that no event has told of. Absent where events tell of everything.
   * @param txid with 0x
   */
  findStacks?(txid: string): Promise<FoundStacksTransaction | undefined>;

  /** Where both chains end; `stacks` follows `bitcoin` with a short delay. */
  tips(): ChainTips;

  /**
   * Mines `count` Bitcoin blocks and resolves when the Stacks node has followed: its burn height is Bitcoin's height and the
   * last block's tenure has begun.
   * @returns the hashes of the new blocks, oldest first
   */
  mineBitcoin(count: number): Promise<string[]>;
  /** Mines `count` Stacks blocks in the current tenure. @throws DevnetError UNSUPPORTED on engines whose miner decides alone */
  mineStacks(count: number): Promise<void>;
  miningModes(): MiningModes;
  /** Sets the modes given and resolves once they are effective; a switch to `auto` mines what waits. */
  setMining(modes: Partial<MiningModes>): Promise<void>;

  /** Keeps the state of both nodes, mempools and mining modes included, until `deleteSnapshot` or `close`. @returns its id */
  snapshot(): Promise<string>;
  /** Goes back to a snapshot, which stays usable. Emits `restored`. */
  restore(id: string): Promise<void>;
  deleteSnapshot(id: string): Promise<void>;

  /** Returns the logs of the network's programs; none if the nodes run in this process or belong to someone else. */
  logs(): EngineLog[];

  /** Why the network cannot be used at present; undefined, also for an engine that cannot tell: it can. */
  outage?(): string | undefined;

  /** Calls `listener` for every event, in order, from now on. @returns the function that ends it */
  subscribe(listener: (event: EngineEvent) => void): () => void;

  /** Idempotent: ends the nodes and leaves no port, process or folder. */
  close(): Promise<void>;
}

/** What an engine is started with; each engine reads what concerns it. */
export type EngineOptions = {
  funding: Funding;
  ports: { bitcoin: number; stacks: number };
  /** The interface to listen on. */
  host: string;
  bitcoin: { rpcUser: string; rpcPassword: string };
  mining: MiningModes;
  /** The Stacks epoch after boot, for example `3.4`. */
  epoch: string;
  pox: { rewardLength: number; prepareLength: number };
  /** `host:port` of further event observers of the Stacks node. */
  eventObservers: string[];
  /**
   * Contracts of addresses that are there from the beginning, in an order in which each finds those that it calls; the embedded
   * engine only. @default none
   */
  contracts?: readonly { deployer: string; name: string; source: string; clarityVersion?: number | undefined }[] | undefined;
  /** How many signers sign the blocks of real nodes. @default 1 */
  signers?: number | undefined;
  cache: { dir: string; enabled: boolean };
  /** One line per boot step. */
  onProgress?: ((step: string) => void) | undefined;
  /** One line when something is degraded but the network boots. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called once, when this thread has nothing to do but wait for the nodes: the moment to load what is needed later. */
  onWaiting?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
};

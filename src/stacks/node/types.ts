import type { PartWriter } from '../../base/storage.js';
import type { Debugging } from '../../clarity/debug.js';
import type { ExecutionCost } from '../../clarity/failure.js';
import type { CallTrace, CostProfile } from '../../clarity/trace.js';
import type { BlockFaults } from '../block-faults.js';
import type { ContractCoverage } from '../contract-coverage.js';
import type { GenesisContract } from '../genesis-contract.js';
import type { MiningMode } from '../mining-mode.js';
import type { AskRpc } from '../protocol/client/ask.js';
import type { Fork } from '../protocol/fork-source/reader.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';
import type { StacksReplay } from '../protocol/replay/replay.js';
import type { Simulation, SimulationRequest } from '../protocol/trace/simulation.js';
import type { StepsOutcome, StepsRequest } from '../protocol/trace/simulation-steps.js';
import type { RpcFaults } from '../rpc-faults.js';
import type { StateChange } from '../state-change.js';
import type { EpochTransition } from './chain/epoch.js';
import type { EpochHeights, PoxLengths } from './chain/pox/pox.js';
import type { GenesisBalance } from './clarity/balances.js';
import type { NodeContract } from './clarity/boot/boot-state.js';
import type { GenesisSigner } from './clarity/boot/genesis-signer.js';

export type { EpochTransition };

/** A block of the Bitcoin chain that the node is anchored to; `hash` is display order hex without 0x, `time` in seconds. */
export type BurnBlock = { height: number; hash: string; previousHash: string; time: number };

/** The embedded Stacks node as its host sees it; `startStacksNode` in node.ts makes one. */
export interface StacksNode {
  tip(): StacksTip;
  /** The epoch of the tip, for example `3.4`. */
  epoch(): string;
  /** The blocks from genesis to the first one that could be made by request, ascending. */
  past(): Promise<StacksNodeBlock[]>;
  /** The Bitcoin blocks of the chain that pay stackers, ascending: the addresses are Bitcoin's, `hash` is hex without 0x. */
  slotHolders(): { height: number; hash: string; addresses: string[] }[];
  /**
   * Follows the Bitcoin chain by one block: a new tenure begins, its first Stacks block is made. @throws DevnetError INVALID_INPUT for a
   * block that does not follow the last
   */
  burnBlock(block: BurnBlock): Promise<void>;
  /** The lowest Bitcoin height to which `burnReorg` can go: a fork begins with the blocks of its own. */
  readonly lowestBurnHeight: number;
  /** Bitcoin left its blocks above `forkHeight`: Stacks goes back to the tip it had there; the new branch follows as burn blocks. */
  burnReorg(forkHeight: number): Promise<void>;
  /** Makes one Stacks block of what the mempool holds, also when that is nothing. */
  mine(): Promise<StacksTip>;
  /**
   * Makes one Stacks block with a change of the state, and none of the mempool.
   * @returns the txid of the change, with 0x @throws DevnetError INVALID_INPUT, UNSUPPORTED before epoch 3.0
   */
  changeState(change: StateChange): Promise<string>;
  /** `auto`: a block as soon as there is a transaction that can be mined. */
  setMining(mode: MiningMode): Promise<void>;
  /** Decides from now on whether blocks contain pending transactions. Restores do not change it. */
  setBlockFaults(blockFaults: Pick<BlockFaults, 'hasTransactions'>): void;
  /** Whether no blocks are made, on request neither. `burnBlock` must not be called meanwhile. */
  setHalted(halted: boolean): void;
  subscribe(listener: (event: StacksNodeEvent) => void): () => void;
  /** Returns which code of deployed contracts transactions and read-only calls have executed; nothing without the option. */
  coverage(): Promise<ContractCoverage[]>;
  /** The whole node's state as an opaque value held in memory until `release`. @param onTaken called at the moment whose state it is */
  snapshot(onTaken?: () => void): Promise<StacksSnapshot>;
  restore(snapshot: StacksSnapshot): Promise<void>;
  /** Writes a snapshot as the part of a state, as what changed since the last time. Others get their turns meanwhile. */
  write(snapshot: StacksSnapshot, part: PartWriter): Promise<void>;
  /** Returns a snapshot as bytes, for `load` of a node with the same options. */
  dump(snapshot: StacksSnapshot): Promise<Uint8Array>;
  /**
   * Returns the snapshot of these bytes, which can be restored as one that this node took. @throws FormatError for bytes that `dump` does
   * not give
   */
  load(bytes: Uint8Array): Promise<StacksSnapshot>;
  /**
   * Starts another node, with a VM of its own, that continues from the same chain and mempool. It has no event observers and no
   * snapshots, and serves nothing until it listens.
   * @param options.mining its mining mode @default that of this node
   * @param options.onCopied called at the moment whose state the other node has
   */
  fork(options?: { mining?: MiningMode | undefined; onCopied?: (() => void) | undefined }): Promise<StacksNode>;
  /** The addresses that need no signature. */
  impersonated(): string[];
  /** Sets them. They stay through reorganisations and restores. */
  impersonate(addresses: readonly string[]): void;
  /**
   * Executes a transaction of the chain again, on the state before it; undefined if it is not on the chain. @param txid with or without 0x
   */
  trace(txid: string): Promise<CallTrace | undefined>;
  /** Executes a transaction again as `trace`, and returns what its functions and lines cost. */
  profile(txid: string): Promise<CostProfile | undefined>;
  /** Executes a call or a transaction in the state of the tip, without an effect. */
  simulate(request: SimulationRequest): Promise<Simulation>;
  /**
   * Executes a transaction of the network that this node's chain continues again, in the state of its block. @param txid hex without 0x
   * @throws DevnetError UNSUPPORTED without a fork, NOT_FOUND, INVALID_INPUT, ORIGIN, TIMEOUT
   */
  replay(txid: string): Promise<StacksReplay>;
  /** What a debugger can do. */
  readonly debugging: Debugging;
  /** Executes steps on a copy of the chain, without an effect. @throws DevnetError INVALID_INPUT */
  simulateSteps(request: StepsRequest): Promise<StepsOutcome>;
  /** Serves the RPC. `port` 0 selects a free one. @param options.rpcFaults is asked for each request */
  listen(options: {
    host: string;
    port: number;
    rpcFaults?: (() => RpcFaults | undefined) | undefined;
  }): Promise<{ url: string; close(): Promise<void> }>;
  /** The RPC without a connection: answers as a server of `listen` does. */
  readonly ask: AskRpc;
  close(): Promise<void>;
}

/** `hash` is the index block hash (block id), `blockHash` that of the header; both with 0x. */
export type StacksTip = { height: number; hash: string; blockHash: string; burnHeight: number; burnHash: string; time: number };
/** A block with all that is public of it but the transactions. Amounts are micro-STX as decimal digits. */
export type StacksBlockInfo = StacksTip & {
  /** The parent's index block hash, with 0x. */
  parentHash: string;
  /** Hex without 0x. */
  consensusHash: string;
  tenureHeight: number;
  /** When the Bitcoin block was made, in seconds since 1970. */
  burnTime: number;
  /** Rewards of earlier tenures that the block paid: `amount` is the coinbase with the fees. */
  rewards: { recipient: string; coinbase: string; amount: string }[];
  /** The signers that the block chose for a cycle; `key` is hex without 0x. */
  chosen?: { cycle: number; signers: { key: string; stacked: string; weight: number }[] } | undefined;
};
export type StacksNodeBlock = { block: StacksBlockInfo; receipts: StacksReceipt[] };
export type StacksNodeEvent =
  | ({ type: 'block' } & StacksNodeBlock)
  | { type: 'reorg'; forkHeight: number; tip: StacksTip }
  | { type: 'mempool-added'; txid: string; rawTx: string }
  /** `reason` is one of a node's words; `detail` says what happened where the word does not. */
  | { type: 'mempool-dropped'; txid: string; reason: string; detail?: string | undefined; replacedBy?: string | undefined }
  /** `reason` and `data` as the RPC answers. */
  | { type: 'mempool-rejected'; txid: string; reason: string; data?: Record<string, unknown> | undefined };
export type StacksSnapshot = {
  readonly height: number;
  /** The index block hash of the tip, with 0x. */
  readonly hash: string;
  /** The hash of the last Bitcoin block that the node had. */
  readonly burnHash: string;
  release(): void;
};

/** What chains begin with, states and first blocks, by names that say what they were made from. */
export type GenesisStore = {
  /** Returns what was written; undefined if there is nothing. */
  read(name: string): Uint8Array | undefined;
  write(name: string, content: Uint8Array): void;
};

export type StacksNodeOptions = {
  /** Of accounts and contracts when the chain begins. */
  balances: GenesisBalance[];
  /** Contracts that are there from the beginning, in an order in which each finds those that it calls. @default none */
  contracts?: readonly GenesisContract[] | undefined;
  /** Contracts of a real node that replace or complete those of the VM's package, each after those that it calls. @default none */
  bootContracts?: readonly NodeContract[] | undefined;
  /** Where the state and the blocks stay that the chain begins with. Forks, and chains whose coverage is recorded, make it anew. @default nowhere */
  genesisStore?: GenesisStore | undefined;
  /** The address that has the contracts of sBTC, for `/v2/pox`. @default that of `bootContracts`, or a node's without a configuration */
  sbtcDeployer?: string | undefined;
  /**
   * All Bitcoin blocks so far, from height 0: the node boots at the last of them. If a promise rejects, the start rejects with the
   * same error.
   */
  burnchain: BurnBlock[] | Promise<BurnBlock[]>;
  epoch: string;
  /** Reward cycles, in Bitcoin blocks. @default cycle 0 begins at height 0 */
  pox: PoxLengths;
  /**
   * The Bitcoin heights from which on the epochs up to `epoch` hold, by their names. @default those of the regtest networks of
   * stacks-core's tests
   */
  epochHeights?: EpochHeights | undefined;
  /**
   * Later epochs and the Bitcoin heights at which they begin, ascending, as the chain counts them. Not before epoch 2.5. @default those of
   * a fork's network, else none
   */
  transitions?: readonly EpochTransition[] | undefined;
  /** Who signs the blocks from the beginning. Needs epoch 4.0, and an epoch height of it in reward cycle 2 or later. @default nobody */
  signer?: GenesisSigner | undefined;
  /**
   * The running network that the chain continues. Then `balances` are of accounts that have none there, `epoch` and `pox` are those of the
   * network, Bitcoin heights go on from its height, and other contracts than its own are not possible. @default none
   */
  fork?: Fork | undefined;
  /** What a read-only call may cost; the VM has the limits of a block besides. @default a node's */
  readOnly?: ExecutionCost | undefined;
  /** How long a transaction or a read-only call may be executed, in ms. @default a node's: 30 seconds */
  maxExecutionTime?: number | undefined;
  /** Whether to record which code of contracts is executed, for `coverage`. It makes calls slower. @default false */
  coverage?: boolean | undefined;
  mining: MiningMode;
  /** Addresses that need no signature. @default none */
  impersonate?: readonly string[] | undefined;
  /** `host:port` of event observers. */
  eventObservers: string[];
  /** The `authorization` header for fast-call-read. @default all requests are refused */
  authToken?: string | undefined;
  /** Reports an unusable cache (the node boots without it), a failed block, and a contract that needs more than the VM supports. */
  onWarning?: ((message: string) => void) | undefined;
  /** Ends a start that is under way, which then rejects with ABORTED. */
  signal?: AbortSignal | undefined;
};

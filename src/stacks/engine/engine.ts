/**
 * The interface of all engines. Everything above an engine speaks bitcoind's JSON-RPC and stacks-node's RPC to `services`. An engine
 * adds the verbs that no wire protocol has, and reports what happens on the chains. It knows nothing of faucets, gateways or tests.
 */

import type { PortAccess } from '#platform/port-guard.js';
import type { ReadLogOptions } from '#platform/read-log.js';
import type { PartsWriter } from '../../base/storage.js';
import type { Clock, WaitOptions } from '../../base/wait.js';
import type { AskBitcoin, BitcoinClient } from '../../bitcoin/client.js';
import type { BitcoinFork, Origin } from '../../bitcoin/fork-source.js';
import type { Debugging } from '../../clarity/debug.js';
import type { CallTrace, CostProfile } from '../../clarity/trace.js';
import type { ContractCoverage } from '../contract-coverage.js';
import type { GenesisContract } from '../genesis-contract.js';
import type { MiningModes } from '../mining-mode.js';
import type { AskRpc } from '../protocol/client/ask.js';
import type { StacksClient } from '../protocol/client/client.js';
import type { Fork } from '../protocol/fork-source/reader.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';
import type { StacksReplay } from '../protocol/replay/replay.js';
import type { Simulation, SimulationRequest } from '../protocol/trace/simulation.js';
import type { StepsOutcome, StepsRequest } from '../protocol/trace/simulation-steps.js';
import type { StateChange } from '../state-change.js';
import type { Capability } from './capability.js';
import type { Chains } from './chains.js';
import type { EngineEvent, StacksBlockEvent, UnknownOutcome } from './engine-event.js';
import type { EngineName } from './engine-name.js';
import type { EngineFaults } from './faults.js';
import type { BlockPayouts } from './payouts.js';
import type { ReadOnlyLimits } from './read-only-limits.js';
import type { StateParts } from './state-parts.js';

/**
 * Where the nodes answer. URLs have no trailing slash and no credentials. `ask` sends requests to a node in this process without
 * a connection; the answers are the same.
 */
export type EngineServices = {
  bitcoin: {
    readonly rpcUrl: string;
    rpcUser: string;
    rpcPassword: string;
    ask?: AskBitcoin | undefined;
    /** Opens a port if the nodes have none: `rpcUrl` exists from then on. */
    open?(): Promise<void>;
  };
  stacks: { rpcUrl: string; ask?: AskRpc | undefined };
  /** Whether the nodes begin without ports. Then `ask` answers. @default false */
  withoutPorts?: boolean | undefined;
};

/** Hashes as in {@link EngineEvent}. */
export type ChainTips = {
  bitcoin: { height: number; hash: string };
  stacks: { height: number; hash: string; burnHeight: number };
};

/** Coins that exist when the engine is ready. */
export type Funding = {
  /**
   * The key of the network's own coins: 32 bytes of hex. Every block that the engine mines pays its coinbase to the P2WPKH address of
   * this key. These coinbases fund the payments below.
   */
  coinbaseKey: string;
  /** Spendable (not an immature coinbase) outputs: amounts in sats. */
  bitcoin: { address: string; amount: bigint }[];
  /** Genesis balances: amounts in micro-STX; contract principals allowed. */
  stacks: { principal: string; amount: bigint }[];
};

/** A transaction that a node knows: in its mempool, or in a block with its outcome. */
export type FoundStacksTransaction =
  | { at: 'mempool' }
  | { at: 'block'; block: { height: number; hash: string; burnHeight: number }; outcome: StacksReceipt | UnknownOutcome };

/** The standard output and error of one program of the network. */
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

/** Boot contracts that were read from the node at `url`. */
export type BootContractsInfo = { url: string; contracts: string[] };

/** The network that a fork continues, and from which Stacks height. */
export type ForkInfo = {
  url: string;
  height: number;
  /** How much higher Bitcoin heights are on the Stacks chain than those of the Bitcoin node. */
  bitcoinOffset: number;
};

/** Changes of a network's state besides those of transactions. */
export type EngineState = {
  /** Makes a Stacks block with a change. @returns the txid of the change, with 0x @throws DevnetError INVALID_INPUT */
  change(change: StateChange): Promise<string>;
  /** @param time of the next Bitcoin block, in seconds since 1970 @throws DevnetError INVALID_INPUT */
  setNextBlockTime(time: number): void;
};

/** The tips of a state: the other parts of a network must agree with them. The hash is an index block hash with 0x. */
export type LoadedTips = { bitcoin: { height: number }; stacks: { height: number; hash: string } };

/** How to copy a network. */
export type CopyOptions = {
  ports: boolean;
  /** The password of the copy's Bitcoin RPC. @default that of the network */
  rpcPassword?: string | undefined;
  /** Called at the moment whose state the copy has. */
  onCopied(): void;
};

/** A running network of one Bitcoin node and one Stacks node, ready: funded and in a reward phase. */
export interface Engine {
  readonly name: EngineName;
  readonly services: EngineServices;
  readonly pox: PoxLengths;
  /** How long a wait for a transaction lasts by default, in ms. @default 30000 */
  readonly waitMs?: number | undefined;
  /** The Stacks epoch, for example `3.4`. */
  epoch(): string;
  /** The private key (64 hex digits) of a signer that runs with the network; absent if it has none. */
  readonly signerKey?: string | undefined;
  /** The boot contracts of another node that this network has: where they were read, and their principals. */
  readonly bootContracts?: BootContractsInfo | undefined;
  /** The network that this one continues; absent for one with its own genesis. */
  readonly fork?: ForkInfo | undefined;
  /** The Bitcoin network that this one's Bitcoin chain continues; absent for one with its own genesis. */
  readonly bitcoinOrigin?: Origin | undefined;
  /** What the engine can do that not every engine can. */
  readonly capabilities: readonly Capability[];
  /** Returns the chains of the nodes; external nodes are asked every time. @throws DevnetError NOT_REACHABLE, TIMEOUT, RPC */
  chains(): Promise<Chains>;

  /**
   * Finds a Stacks transaction that no event has reported. Absent if events report everything.
   * @param txid with 0x
   */
  findStacks?(txid: string): Promise<FoundStacksTransaction | undefined>;

  /**
   * Returns the Stacks blocks from genesis to the one at which the engine became ready, ascending. Absent if the engine does not have them.
   */
  past?(): Promise<StacksBlockEvent[]>;

  /**
   * Returns what the blocks of the Bitcoin chain pay to stackers, ascending, without blocks that pay nobody. Absent if the nodes do not
   * report it.
   */
  payouts?(): readonly BlockPayouts[];

  /**
   * Executes a mined transaction again and returns its calls; undefined for one that is not on the chain. Absent if the nodes report
   * no calls.
   * @param txid with 0x
   */
  trace?(txid: string): Promise<CallTrace | undefined>;
  /** The same for what its functions and lines cost. Present with `trace`. */
  profile?(txid: string): Promise<CostProfile | undefined>;
  /** Executes a call or transaction in the state of the tip, without an effect. @throws DevnetError UNSUPPORTED, RPC */
  simulate(request: SimulationRequest): Promise<Simulation>;
  /** Executes steps on a copy of the chain. Absent if the nodes cannot. */
  simulateSteps?(request: StepsRequest): Promise<StepsOutcome>;

  /**
   * Executes a transaction of the network that a fork continues again. Absent if the engine cannot fork.
   * @param txid hex without 0x @throws DevnetError UNSUPPORTED without a fork, NOT_FOUND, INVALID_INPUT, ORIGIN, TIMEOUT
   */
  replay?(txid: string): Promise<StacksReplay>;

  /** What a debugger can do. Absent if the nodes do not stop executions. */
  readonly debugging?: Debugging | undefined;

  /**
   * Starts another network with the same state, at free ports or without ports, that is independent of this one. It mines nothing by
   * itself, until `setMining`, and has no snapshots and no event observers. Absent if the engine cannot.
   */
  clone?(options: CopyOptions): Promise<Engine>;

  /** The addresses whose transactions need no signature. Absent if the nodes check every signature. */
  readonly impersonation?: { addresses(): string[]; set(addresses: readonly string[]): void } | undefined;

  /** The output scripts (hex) whose coins may be spent without signatures. Absent without a fork of Bitcoin. */
  readonly impersonatedScripts?: Set<string> | undefined;

  /** Sets what no transaction could. Absent if the nodes cannot. */
  readonly state?: EngineState | undefined;
  /** What can go wrong on purpose. Absent for nodes that this program does not run. */
  readonly faults?: EngineFaults | undefined;

  /** Returns the tips of both chains. `stacks` follows `bitcoin` with a short delay. */
  tips(): ChainTips;

  /**
   * Mines `count` Bitcoin blocks and resolves when the Stacks node has followed: its burn height is the Bitcoin height, and the tenure of
   * the last block has begun.
   * @returns the hashes of the new blocks, oldest first
   */
  mineBitcoin(count: number): Promise<string[]>;
  /**
   * Mines `count` Stacks blocks in the current tenure. @throws DevnetError UNSUPPORTED on engines with a Stacks miner that decides alone
   */
  mineStacks(count: number): Promise<void>;
  miningModes(): MiningModes;
  /** Sets the given modes and resolves once they are effective. A switch to `auto` mines pending transactions. */
  setMining(modes: Partial<MiningModes>): Promise<void>;

  /**
   * Stores the state of both nodes, with mempools and mining modes, until `deleteSnapshot` or `close`.
   * @param onTaken called at the moment whose state it is; the last call counts if the engine needs more than one attempt
   * @returns its id
   */
  snapshot(onTaken?: () => void): Promise<string>;
  /** Restores a snapshot, which stays usable. Emits `restored`. */
  restore(id: string): Promise<void>;
  deleteSnapshot(id: string): Promise<void>;
  /**
   * Writes the state of both nodes as what changed since the last time. Others get their turns meanwhile.
   * @param onTaken called at the moment whose state it is @throws DevnetError UNSUPPORTED
   */
  write(parts: PartsWriter, onTaken: () => void): Promise<void>;
  /**
   * Makes a snapshot of bytes, perhaps of another process, without changing the network.
   * @returns its id, and the tips of its chains
   * @throws DevnetError INVALID_INPUT for another network, UNSUPPORTED; FormatError for parts that `write` does not write
   */
  load(parts: StateParts): Promise<{ id: string; tips: LoadedTips }>;

  /**
   * Returns which code of contracts transactions and read-only calls have executed, of all contracts but boot contracts. Absent if the
   * engine does not record it.
   */
  coverage?(): Promise<ContractCoverage[]>;

  /** Returns the logs of the network's programs; none if the nodes run in this process or are external. */
  logs(): EngineLog[];

  /** Returns why the network cannot be used now; undefined if it can, or if the engine does not know. */
  outage?(): string | undefined;

  /**
   * Resolves when both nodes answer, at once if they do. While one that ended unexpectedly is started again, or a snapshot is restored, it
   * waits. Call it before a request is repeated that no node has received: it was refused, or bitcoind answered that it is starting (-28).
   * Absent for nodes that this program does not start again.
   * @param options.timeoutMs @default 60000
   * @throws DevnetError NOT_REACHABLE with the exit status of a node that is not started again, or if it was stopped by `faults`;
   * TIMEOUT, ABORTED
   */
  reachable?(options?: WaitOptions): Promise<void>;

  /** Calls `listener` for every new event, in order. @returns a function that ends the subscription */
  subscribe(listener: (event: EngineEvent) => void): () => void;

  /** Ends the nodes and removes their processes and folders. Idempotent. */
  close(): Promise<void>;
}

/** The contracts of sBTC as a new network deploys them. */
export type SbtcDeployment = {
  deployer: string;
  /** For real nodes, all public keys of the deployer's multisig account, and as many private keys (64 hex digits) as must sign. */
  keys: { publicKeys: string[]; privateKeys: string[] };
  /** In the order of their deployment: the last one gives the registry its aggregate key. */
  contracts: readonly (GenesisContract & { clarityVersion: number })[];
};

/** Changes a booted network before it is ready, for example by deploying contracts. Networks of real nodes are kept with the result. */
export type Preparation = {
  /** Is different for preparations that do different things. */
  key: string;
  /** Runs once both nodes work. @throws DevnetError, which ends the start */
  run(network: PreparableNetwork): Promise<void>;
};

/** A booted network that only its preparation uses. */
export type PreparableNetwork = {
  readonly bitcoin: BitcoinClient;
  readonly stacks: StacksClient;
  readonly pox: PoxLengths;
  /** The private key (64 hex digits) of a signer of the network; undefined if it has none. */
  readonly signerKey: string | undefined;
  /** Calls `listener` for every new event. @returns a function that ends the subscription */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** Mines a Bitcoin block, and the Stacks tenure that follows it. */
  mineBitcoin(): Promise<void>;
  /** Mines the pending Stacks transactions, where that does not happen by itself. */
  mineStacks(): Promise<void>;
  /**
   * The signals that end every wait: `ends` with the network, `signal` by the caller. `clock` measures its timeout, by default the
   * wall clock.
   */
  limits(): { ends?: AbortSignal | undefined; signal?: AbortSignal | undefined; clock?: Clock | undefined };
  onProgress?: ((step: string) => void) | undefined;
};

/** A source for a boot contract such as `pox-4`. `file` is what messages name. */
export type BootSource = { name: string; source: string; file: string };

/** The options of a start. Each engine reads what concerns it. */
export type EngineOptions = {
  funding: Funding;
  /** `bitcoinPeers` only for the embedded engine, where undefined means no peers. */
  ports: { bitcoin: number; stacks: number; bitcoinPeers?: number | undefined };
  /** The interface to listen on. */
  host: string;
  /** Whether the RPC of the nodes listens. Embedded engine only. @default true */
  listen?: boolean | undefined;
  bitcoin: { rpcUser: string; rpcPassword: string };
  /** Folders for files that callers of the Bitcoin RPC name. Embedded engine only. @default none */
  bitcoinFiles?: readonly string[] | undefined;
  /**
   * The names and web pages that may call the Bitcoin RPC. Embedded engine only: bitcoind knows no pages. @default names of this machine
   */
  access?: PortAccess | undefined;
  mining: MiningModes;
  /** The Stacks epoch after boot, for example `3.4`. */
  epoch: string;
  /**
   * The Bitcoin heights at which epochs begin, ascending, as Stacks counts them; the first one may be that after boot. Embedded
   * engine only.
   * @default none: the network stays in its epoch
   */
  epochs?: Readonly<Record<string, number>> | undefined;
  /**
   * The heights of both chains at the start. There are no coins for payments on Bitcoin then. Embedded engine without a fork only.
   * @default the lowest at which a network can pay accounts and has most of a reward phase left
   */
  heights?: { readonly bitcoin: number; readonly stacks: number } | undefined;
  pox: { rewardLength: number; prepareLength: number };
  /** More event observers of the Stacks node, as `host:port`. */
  eventObservers: string[];
  /**
   * Contracts at genesis, ordered so that each comes after the contracts that it calls. Embedded engine only. @default none
   */
  contracts?: readonly GenesisContract[] | undefined;
  /** URL of a Stacks node whose boot contracts replace or complete those of this package. Embedded engine only. @default none */
  bootContracts?: string | undefined;
  /** Sources that replace those of boot contracts, by name. Embedded engine without a fork only. @default none */
  bootSources?: readonly BootSource[] | undefined;
  /** The running network that the chain continues, which decides about epoch and PoX. Embedded engine only. @default none */
  fork?: Fork | undefined;
  /** The running Bitcoin network that the Bitcoin chain continues. Embedded engine only. @default none */
  bitcoinFork?: BitcoinFork | undefined;
  /**
   * sBTC, which is at genesis of the embedded engine, and which real nodes deploy while they boot. Epoch 4.0 of a stacks-node needs it.
   * @default none
   */
  sbtc?: SbtcDeployment | undefined;
  /** Whether to record which code of contracts is executed. Embedded engine only. @default false */
  coverage?: boolean | undefined;
  /** What one read-only call may cost. @default {@link READ_ONLY_LIMITS} */
  readOnly?: ReadOnlyLimits | undefined;
  /** What the network is prepared with before it is ready. @default nothing */
  preparation?: Preparation | undefined;
  /** How many signers sign the blocks of real nodes. @default 1 */
  signers?: number | undefined;
  cache: { dir: string; enabled: boolean };
  /** Receives one line per boot step. */
  onProgress?: ((step: string) => void) | undefined;
  /** Receives one line if something is degraded but the network boots. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called once, when this thread only waits for real nodes: the moment to load modules that are needed later. */
  onWaiting?: (() => void) | undefined;
  /**
   * Called before the nodes listen, when everything else is done, to free their ports. Embedded engine only. @default the ports are free
   */
  releasePorts?: (() => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
};

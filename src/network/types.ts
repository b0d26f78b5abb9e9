import type { NodeGuard } from '#platform/node-guard.js';
import type { WaitOptions } from '../base/wait.js';
import type { BitcoinCoreClient } from '../bitcoin/client.js';
import type { BitcoinIndex } from '../bitcoin/esplora.js';
import type { StacksNetwork } from '../clarity/stacks-js.js';
import type { Bridge } from '../sbtc/bridge.js';
import type { EngineName, EngineServices } from '../stacks/engine.js';
import type { StacksHistory } from '../stacks/history.js';
import type { MiningModes } from '../stacks/mining-mode.js';
import type { StacksTxReceipt } from '../stacks/receipt.js';
import type { Simulation as StacksSimulation } from '../stacks/trace.js';
import type { Accounts, CloneOptions, Copies, DevnetProject, DevnetUrls, MineResult, MineTarget, StacksApi } from './data.js';
import type { LocalChaos } from './devnet/chaos/chaos.js';
import type {
  Called,
  ContractClient,
  ContractName,
  DeployReceipt,
  DeployRequest,
  ExpectedOutcome,
  TransferRequest,
} from './devnet/contract/types.js';
import type { DevnetEvent } from './devnet/events/event.js';
import type { EventFilter } from './devnet/events/filter.js';
import type { SbtcFacts, SbtcRequests } from './devnet/sbtc/types.js';
import type { SimulateSteps, StacksSteps } from './devnet/simulation/types.js';
import type { SimulateRequest } from './devnet/trace.js';
import type { FaucetCoin } from './faucet/types.js';
import type { ApiOf, Perform } from './operations/operation.js';
import type { Operations } from './operations/table.js';

export type * from './data.js';

/** sBTC of a network, and the bridge that exchanges it for Bitcoin. Without sBTC, everything throws DevnetError UNSUPPORTED. */
export interface SbtcDevnet extends SbtcFacts, ApiOf<Operations['sbtc']>, SbtcRequests {}

/**
 * A running network: what `startDevnet()` and `connectDevnet()` resolve to. Most of its functions are rows of the table of
 * operations, which other programs call over HTTP and on the command line, too.
 */
export interface Devnet extends AsyncDisposable, ApiOf<TopOperations> {
  readonly engine: EngineName;
  readonly urls: DevnetUrls;
  /** The funded accounts by name. */
  readonly accounts: Accounts;
  /** The Clarinet project of the network; undefined without one. */
  readonly project: DevnetProject | undefined;
  /**
   * The key with which programs on other machines control the network: `connectDevnet(url, { controlKey })`. Undefined if only this
   * machine may.
   */
  readonly controlKey: string | undefined;
  /** User name and password of the Bitcoin node's RPC. Undefined for a connection by URL, where `bitcoin.client` asks for them. */
  readonly credentials?: { rpcUser: string; rpcPassword: string } | undefined;
  /** Hand to stacks.js as `network`. */
  readonly network: StacksNetwork;
  /** The typed client of the Stacks API, over the gateway's `/extended`. @throws DevnetError UNSUPPORTED without gateway */
  readonly api: StacksApi;
  /**
   * Answers requests to the servers of the network, and to no other one: `urls`, or a path of the gateway. A network that does not listen
   * (`listen: false`, `clone({ ports: false })`) answers without a connection.
   * @throws DevnetError INVALID_INPUT for another URL
   * @example const info = await (await devnet.fetch('/v2/info')).json();
   */
  readonly fetch: typeof fetch;
  /**
   * The class of websockets to the network: that of the Stacks API (`/extended/v1/ws`), and that of mempool.space (`/api/v1/ws`). A path
   * or a URL of the gateway is expected. In the process of the network it needs no connection; elsewhere it is the global class.
   * @throws DevnetError INVALID_INPUT for another URL; UNSUPPORTED without gateway, or where there is no such global class
   * @example const updates = new StacksApiWebSocketClient(new devnet.WebSocket('/extended/v1/ws'));
   */
  readonly WebSocket: typeof WebSocket;
  readonly faucet: ApiOf<Operations['faucet']>;
  /** sBTC: balances, deposits of Bitcoin for sBTC, withdrawals of sBTC for Bitcoin. */
  readonly sbtc: SbtcDevnet;
  readonly bitcoin: ApiOf<Operations['bitcoin']> & {
    /** Mines Bitcoin blocks and the Stacks tenures that follow. @param blocks 1 … 10,000; @default 1 */
    mine(blocks?: number): Promise<MineResult>;
    /** The `bitcoin-core` client, connected to the Bitcoin node's RPC. */
    client(): Promise<BitcoinCoreClient>;
  };
  readonly stacks: ApiOf<Operations['stacks']> & {
    /** Mines Stacks blocks in the current tenure. @param blocks 1 … 10,000; @default 1 */
    mine(blocks?: number): Promise<MineResult>;
    /** Returns the receipt of a mined transaction; undefined if this devnet has seen none. @param txid with or without 0x */
    receipt(txid: string): Promise<StacksTxReceipt | undefined>;
    /**
     * Deploys a contract and waits for its receipt, also if it was not deployed: see `status` and `reason`.
     * @throws DevnetError INVALID_INPUT, REJECTED, FAILED with `expect`, and as `waitForTx`
     */
    deploy<Wait extends boolean = true, Expect extends ExpectedOutcome = undefined>(
      request: DeployRequest<Wait, Expect>,
    ): Promise<Called<Wait, DeployReceipt, Expect>>;
    /**
     * Sends STX of an account and waits for the receipt. @throws DevnetError INVALID_INPUT, REJECTED, FAILED with `expect`, and
     * as `waitForTx`
     */
    transfer<Wait extends boolean = true, Expect extends ExpectedOutcome = undefined>(
      request: TransferRequest<Wait, Expect>,
    ): Promise<Called<Wait, StacksTxReceipt, Expect>>;
  };
  /**
   * Returns the client of a contract: calls, reads, maps, variables and constants in JavaScript values.
   * @param name a contract of the account `deployer`, or an id such as `ST….name` @throws DevnetError INVALID_INPUT
   * @example await devnet.contract('counter').call('add', { n: 1n }, { as: 'wallet_1' });
   */
  contract<const Name extends ContractName>(name: Name): ContractClient<Name>;
  /**
   * Executes a call by any sender, or a transaction, in the state of the tip, without a block or an effect; or several steps, in the state
   * after any block.
   * @throws DevnetError INVALID_INPUT; UNSUPPORTED on real nodes for calls without a signature, and for steps
   */
  simulate(request: SimulateSteps): Promise<StacksSteps>;
  simulate(request: SimulateRequest): Promise<StacksSimulation>;
  /**
   * Mines the blocks that the target needs, at most 10,000, one after another. Mines none if it is reached already.
   * @param options `timeoutMs` is that of all blocks together @default the timeout of a wait for each block
   * @throws DevnetError as `mine`; TIMEOUT or ABORTED, after which at most the block in progress is still mined
   */
  mineUntil(target: MineTarget, options?: WaitOptions): Promise<MineResult>;
  /** Returns the mining mode of each chain. */
  miningModes(): Promise<MiningModes>;
  /**
   * Sets balances, tokens, variables, map entries, nonces and times, which no transaction could. Each change is in a Stacks block of its
   * own, and a restore undoes it. All reject with UNSUPPORTED on other engines than the embedded one, and before epoch 3.0.
   */
  readonly state: ApiOf<Operations['state']>;
  /**
   * Makes the network misbehave on purpose, as real networks do. All faults end with `stop`, `clear`, a restore or `close`; `status` lists
   * them. All methods reject with INVALID_INPUT, and with UNSUPPORTED where the engine cannot.
   * @example
   * await using fault = await devnet.chaos.rpcFaults({ errorRate: 0.3, latencyMs: 50, seed: 7 });
   */
  readonly chaos: ApiOf<Operations['chaos']>;
  /**
   * Starts a copy of the network in the same process, at free ports or, with `ports: false`, without any. It has the chains, mempools,
   * history and mining modes of this moment, but no snapshots and no event observers. The two networks are independent: close each one.
   * Copies that another process made with `connectDevnet` end with the network.
   * @throws DevnetError UNSUPPORTED on other engines than the embedded one
   * @example await using copy = await devnet.clone();
   */
  clone(options?: CloneOptions): Promise<Devnet>;
  /**
   * Calls `listener` for every event from now on. With a filter, it gets only blocks with matching events of contracts, without the rest of
   * them, and `stacks.reorg` and `restored`, which undo blocks.
   * @returns a function that stops it @throws DevnetError INVALID_INPUT for an invalid filter
   */
  subscribe(listener: (event: DevnetEvent) => void, filter?: EventFilter): () => void;
  /** Idempotent. Stops everything that this object started. A network that it only connected to keeps running. */
  close(): Promise<void>;
}

/** The faults of a network. */
export type Chaos = Devnet['chaos'];

/** The rows that are functions of the network itself. */
type TopOperations = Omit<Operations, 'bitcoin' | 'stacks' | 'faucet' | 'sbtc' | 'state' | 'chaos'>;

/** A network whose operations can be called by their rows, also those that code has in another form. */
export interface OperableDevnet extends Devnet {
  /** Does an operation, as its function does, and returns its answer. */
  readonly perform: Perform;
}

/** A network in this process, with synchronous access to its state. */
export interface LocalDevnet extends OperableDevnet {
  /** The credentials of the Bitcoin node's RPC. */
  readonly credentials: { rpcUser: string; rpcPassword: string };
  /** The Stacks node's RPC without a connection, where the node runs in this process. */
  readonly askStacks: EngineServices['stacks']['ask'];
  /** Sends requests to nodes that are started again if they end; undefined if nobody starts them again. */
  readonly guard: NodeGuard | undefined;
  /** The faults of requests of clients, for `chaos`. */
  readonly rpcFaults: LocalChaos['rpcFaults'];
  /** The copies that other processes use. */
  readonly copies: Copies;
  /** Returns the URL of the Bitcoin node's RPC. Without ports, the first call opens one. */
  bitcoinUrl(): Promise<string>;
  /**
   * Returns the bridge between Bitcoin and sBTC, which loads at the first call. @throws DevnetError UNSUPPORTED if the network has no sBTC
   */
  bridge(): Promise<Bridge>;
  /** The transactions of the Bitcoin chain by address and output. */
  readonly bitcoinIndex: BitcoinIndex;
  /** Returns the balances of the faucets' keys in sats and micro-STX; 0 of sBTC if the network has none. */
  faucetBalances(): Promise<Record<FaucetCoin, bigint>>;
  /** What happened on Stacks since genesis. */
  readonly history: StacksHistory;
  /** Returns the chain that has reported a transaction; undefined if none has. @param txid lower case, without 0x */
  chainOf(txid: string): 'bitcoin' | 'stacks' | undefined;
  /** As `stacks.receipt`. */
  receipt(txid: string): StacksTxReceipt | undefined;
  /**
   * Reports that the Stacks node rejected a transaction, for waits to end. The gateway calls it, because real nodes do not
   * report rejections.
   */
  reportRejection(txid: string, reason: string): void;
  /** The block of that receipt. */
  blockOf(txid: string): StacksTxReceipt['block'] | undefined;
}

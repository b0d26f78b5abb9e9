import type { mineAnswer } from './devnet/answers/mining.js';
import type { urlsSchema } from './devnet/answers/parts.js';
import type { Answer } from './devnet/answers/schema.js';
import type { snapshotAnswer } from './devnet/answers/snapshots.js';
import type { statusAnswer } from './devnet/answers/status.js';

/** A funded account: the same key on both chains. */
export type Account = {
  name: string;
  /** 32 bytes and the suffix `01` (compressed), as hex. */
  privateKey: string;
  /** Absent for an account that was given by key. */
  mnemonic?: string | undefined;
  stx: { address: string };
  btc: {
    /** P2PKH of the key: where the coins are. */
    address: string;
    /** The same key's address of each kind. */
    addresses: { p2pkh: string; p2wpkh: string; 'p2sh-p2wpkh': string; p2tr: string };
  };
};

export type { WaitOptions } from '../base/wait.js';
export type { BitcoinTxReceipt } from '../bitcoin/receipt.js';
export type {
  CallTrace,
  CostProfile,
  FailurePlace,
  ProfileCost,
  ProfiledFunction,
  ProfiledLine,
  ProfileNode,
  SourcePlace,
  TraceCall,
  TraceEvent,
} from '../clarity/trace.js';
export type { Capability } from '../stacks/engine.js';
export type { AnchoredReceipt, ContractEvent, DecodedEvent, DecodedReceipt, PrintedValue, StacksTxReceipt } from '../stacks/receipt.js';
export type { ReplayDifference, ReplayPart, StacksReplay } from '../stacks/replay.js';
export type { SimulatedBlock, Simulation as StacksSimulation, StateDifference, StepOutcome } from '../stacks/trace.js';
export type {
  ActiveChaos,
  ChaosHandle,
  ChaosKind,
  DelayOptions,
  DropOptions,
  Reorganisation,
  ReorgOptions,
  RpcFaultsOptions,
  SilentSignerOptions,
  StoppedNodeOptions,
} from './devnet/chaos/types.js';
export type { CostRange, CostReport, FunctionCosts } from './devnet/costs/types.js';
export type { CoverageSummary } from './devnet/coverage/types.js';
export type { DevnetBlockEvent, DevnetEvent } from './devnet/events/event.js';
export type { EventFilter } from './devnet/events/filter.js';
export type { SimulateStep, SimulateSteps, SimulationOverride, StacksSteps } from './devnet/simulation/types.js';
export type { ClarityArgument, SimulateRequest, StacksProfile, StacksTrace } from './devnet/trace.js';
export type { BlockRef, FaucetCoin, FaucetOptions, FaucetPayment, StxFaucetOptions } from './faucet/types.js';

/** How many blocks to mine, 1 … 10,000: of Bitcoin, with the Stacks tenures that follow, or of Stacks in the current tenure. */
export type MineRequest = { bitcoin: number } | { stacks: number };
/**
 * Where to mine to: a Bitcoin height, a Stacks height, the first block of a reward cycle, the first block of a phase (none when the chain
 * is in that phase already), or the first block of an epoch such as `4.0`.
 */
export type MineTarget =
  | { burnHeight: number }
  | { stacksHeight: number }
  | { cycle: number }
  | { phase: 'reward' | 'prepare' }
  | { epoch: string };
/** Where both chains end, and the hashes of the Bitcoin blocks that were mined, oldest first. Only the hash of Stacks has 0x. */
export type MineResult = Answer<typeof mineAnswer>;

/** A snapshot: `createdAt` in ISO 8601, and the heights that a restore returns to. */
export type SnapshotInfo = Answer<typeof snapshotAnswer>;

/** The state of the network. */
export type DevnetStatus = Answer<typeof statusAnswer>;
/** Base URLs without trailing slash. `gateway` is absent when none was started. */
export type DevnetUrls = Answer<typeof urlsSchema>;

/** The Clarinet project that a network has. */
export type DevnetProject = {
  /** The folder with `Clarinet.toml`, on the machine of the network. */
  root: string;
  name: string;
  /** Its requirements and its own contracts, in the order of their deployment. */
  contracts: DevnetProjectContract[];
};

export type DevnetProjectContract = {
  /** `ST….name`. */
  id: string;
  /** Its file, relative to the root, or the absolute path of a cache outside of it. */
  path: string;
  /** What was deployed. Absent on a connection to another process. */
  source?: string | undefined;
  clarityVersion: number;
  /** For example `3.0`. */
  epoch: string;
  /** Whether it is a requirement. */
  requirement: boolean;
};

/** The result of `createClient` of `@stacks/blockchain-api-client`. */
export type StacksApi = ReturnType<typeof import('@stacks/blockchain-api-client').createClient>;

/**
 * Accounts with names of their own, for example those of a Clarinet project: declare them in a module of yours, or let `stacks-devnet
 * types` do it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs add their names to it.
export interface NamedAccounts {}

/**
 * Accounts by name. `accounts.count` changes the set: a count below 9 leaves out the last wallets, a higher one adds `wallet_9` and so on.
 * `accounts.named` and the accounts of a Clarinet project replace it: their names come from {@link NamedAccounts}.
 */
export type Accounts = Readonly<
  Record<'deployer' | `wallet_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | keyof NamedAccounts, Account> & {
    [name: `wallet_${number}`]: Account;
  }
>;

/** What an address has, confirmed, in base units. */
export type Balance = {
  /** Micro-STX that can be spent. */
  stx: bigint;
  /** Sats of Bitcoin. */
  btc: bigint;
  /** Sats of sBTC that can be spent; 0 on a network without sBTC. */
  sbtc: bigint;
  /** Of each token, by asset (`ST….contract::token`): its base units, or how many non-fungible ones. Tokens without any are absent. */
  tokens: Record<string, bigint>;
};

/** How to copy a network. */
export type CloneOptions = {
  /** Whether the copy has an HTTP gateway. One that another process makes always has. @default whether the network has one */
  gateway?: boolean | undefined;
  /**
   * Whether the copy listens on free ports. Without them, `devnet.network` and `devnet.api` work in this process, and the gateway
   * answers below a path of the network's gateway: `urls.gateway`. If that one has no port, the hosts of the copy's `urls` do not exist.
   * @default true; false if the network was started with `listen: false`
   */
  ports?: boolean | undefined;
  /**
   * The key that opens the control of the copy, also for programs on this machine. Only in the process of the network. @default that of
   * the network
   */
  controlKey?: string | undefined;
  /** The password of the copy's Bitcoin RPC. Only in the process of the network. @default that of the network */
  rpcPassword?: string | undefined;
};

/** A copy of a network, by its id. */
type CopyInfo = { id: string; urls: DevnetUrls };

/** The copies of a network that other processes use, over HTTP. They end with the network at the latest. */
export type Copies = {
  /** @param options.ports whether the copy listens on free ports, or answers below a path only @throws DevnetError UNSUPPORTED */
  open(options: { ports?: boolean | undefined }): Promise<CopyInfo>;
  /** Oldest first. */
  list(): CopyInfo[];
  /** @throws DevnetError NOT_FOUND */
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
};

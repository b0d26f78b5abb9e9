import type { NodeName, Reorganisation } from '../../engines/faults.js';
import type { faultSchema } from '../answers/faults.js';
import type { Answer } from '../answers/schema.js';
import type { ChaosKind } from './kinds.js';

export type { Reorganisation } from '../../engines/faults.js';

export type { ChaosKind } from './kinds.js';

/** Selects transactions that are sent from now on. All must match. */
type TransactionFilter = {
  /** The txid, with or without 0x. @default any */
  txid?: string | undefined;
  /** The address of the account that signs. @default any */
  sender?: string | undefined;
  /** How many of them. @default 1 */
  count?: number | undefined;
};
export type DropOptions = TransactionFilter;
/** `blocks`: after how many Bitcoin blocks the node gets the transaction. */
export type DelayOptions = TransactionFilter & { blocks: number };

export type ReorgOptions = {
  /** How many Bitcoin blocks to abandon, 1 … 100. */
  blocks: number;
  /** Bitcoin transactions that the new branch does not contain, or all. They are pending again. @default none */
  without?: readonly string[] | 'all' | undefined;
};

/** `signer`: which one, counted from 1. @default 1 */
export type SilentSignerOptions = Lasting & { signer?: number | undefined };
export type StoppedNodeOptions = Lasting & { node: NodeName };

/** How requests of clients fail: those for the Stacks node's RPC and the Stacks API. */
export type RpcFaultsOptions = Lasting & {
  /** How much later each request is handled, in ms. @default 0 */
  latencyMs?: number | undefined;
  /** The largest random addition to `latencyMs`, in ms. @default 0 */
  jitterMs?: number | undefined;
  /** The share of requests that fail, 0 … 1. @default 0 */
  errorRate?: number | undefined;
  /** What failed requests get, one of these: an HTTP status from 400 to 599, or `disconnect`. @default [503] */
  statuses?: readonly (number | 'disconnect')[] | undefined;
  /** What a failure loses: the request, which the node then does not get, or the node's answer. @default 'request' */
  lost?: 'request' | 'answer' | undefined;
  /** The beginning of the paths that are affected, for example `/v2/transactions`. @default all */
  path?: string | undefined;
  /** The same seed gives the same faults to the same sequence of requests. @default 1 */
  seed?: number | undefined;
};

type Lasting = {
  /** When it ends by itself, in ms. @default with `stop` */
  forMs?: number | undefined;
};

/** A fault that lasts. */
export type ActiveChaos = Answer<typeof faultSchema>;

/** A fault that lasts until it is stopped, or until what it counts is over. */
export type ChaosHandle = AsyncDisposable & {
  readonly id: string;
  readonly kind: ChaosKind;
  /** Ends it. Idempotent. */
  stop(): Promise<void>;
};

/**
 * Makes the network misbehave on purpose, as real networks do. All faults end with `stop`, `clear`, a restore or `close`; `status` lists
 * them.
 * All methods reject with INVALID_INPUT, and with UNSUPPORTED where the engine cannot.
 * @example
 * await using fault = await devnet.chaos.rpcFaults({ errorRate: 0.3, latencyMs: 50, seed: 7 });
 */
export type Chaos = {
  /**
   * Abandons the last Bitcoin blocks for a longer branch, and Stacks follows. Transactions of these blocks are mined again, unless
   * `without` has them.
   */
  reorg(options: ReorgOptions): Promise<Reorganisation>;
  /** Accepts the next Stacks transactions of clients, and loses them. */
  drop(options?: DropOptions): Promise<ChaosHandle>;
  /** Accepts the next Stacks transactions of clients, and sends them to the node some Bitcoin blocks later. `stop` sends them at once. */
  delay(options: DelayOptions): Promise<ChaosHandle>;
  /** Leaves pending transactions out of Stacks blocks: those of this tenure, and of the next `tenures`. */
  emptyTenures(options: { tenures: number }): Promise<ChaosHandle>;
  /** Lets the next Bitcoin blocks have no commit of a Stacks miner, so that they begin no tenure. */
  noCommits(options: { blocks: number }): Promise<ChaosHandle>;
  /** Suspends a signer. If more than 30 % of the signers are silent, no Stacks block is made. */
  silentSigner(options?: SilentSignerOptions): Promise<ChaosHandle>;
  /** Stops a node, which `stop` of the handle starts again. Meanwhile its RPC does not answer, and no Bitcoin block is mined. */
  stoppedNode(options: StoppedNodeOptions): Promise<ChaosHandle>;
  /** Delays requests of clients and lets some fail. Those of `devnet` in the process of the network, and the control API, work. */
  rpcFaults(options: RpcFaultsOptions): Promise<ChaosHandle>;
  /** Returns what lasts, oldest first. */
  active(): Promise<ActiveChaos[]>;
  /** Ends one of them. @throws DevnetError NOT_FOUND */
  stop(id: string): Promise<void>;
  /** Ends them all. */
  clear(): Promise<void>;
};

import type { NodeName, Reorganisation } from '../../../stacks/engine.js';
import type { faultSchema } from '../answers/faults.js';
import type { Answer } from '../answers/schema.js';
import type { ChaosKind } from './kinds.js';

export type { Reorganisation } from '../../../stacks/engine.js';

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

/** The faults of a network in this process. */
export type Chaos = {
  reorg(options: ReorgOptions): Promise<Reorganisation>;
  drop(options?: DropOptions): Promise<ChaosHandle>;
  delay(options: DelayOptions): Promise<ChaosHandle>;
  emptyTenures(options: { tenures: number }): Promise<ChaosHandle>;
  noCommits(options: { blocks: number }): Promise<ChaosHandle>;
  silentSigner(options?: SilentSignerOptions): Promise<ChaosHandle>;
  stoppedNode(options: StoppedNodeOptions): Promise<ChaosHandle>;
  rpcFaults(options?: RpcFaultsOptions): Promise<ChaosHandle>;
  active(): Promise<ActiveChaos[]>;
  stop(id: string): Promise<void>;
  clear(): Promise<void>;
};

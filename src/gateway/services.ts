import type { StacksClient } from '../chains/stacks/client/client.js';
import type { AnsweredRequest } from '../config/start-options.js';
import type { Devnet, LocalDevnet } from '../devnet/types.js';
import type { SharedStore } from '../redis/store.js';
import type { Policy } from './limits/policy.js';
import type { Journal } from './metrics/journal.js';
import type { Observed } from './observe.js';

/** The parts of a devnet that the gateway uses, as any other client of the public API. */
export type GatewayDevnet = Pick<
  LocalDevnet,
  | 'urls'
  | 'bitcoinUrl'
  | 'accounts'
  | 'project'
  | 'faucet'
  | 'sbtc'
  | 'mine'
  | 'miningModes'
  | 'setMining'
  | 'snapshot'
  | 'restore'
  | 'simulate'
  | 'snapshots'
  | 'deleteSnapshot'
  | 'status'
  | 'balances'
  | 'faucetBalances'
  | 'chainOf'
  | 'receipt'
  | 'blockOf'
  | 'reportRejection'
  | 'credentials'
  | 'askStacks'
  | 'guard'
  | 'costs'
  | 'writeCoverage'
  | 'logs'
  | 'copies'
  | 'impersonate'
  | 'stopImpersonating'
  | 'state'
  | 'chaos'
  | 'interceptor'
  | 'subscribe'
  | 'bridge'
  | 'bitcoinIndex'
  | 'history'
> & {
  readonly bitcoin: Pick<Devnet['bitcoin'], 'waitForTx'>;
  readonly stacks: Pick<Devnet['stacks'], 'waitForTx' | 'waitForAnchor' | 'trace'>;
};

/** Who may use `/devnet/v1`. */
export type ControlAccess = {
  /** Off: `/devnet` answers 404. @default true */
  enabled?: boolean | undefined;
  /** With a key, other machines may call too: `Authorization: Bearer <key>`. Without one, only this machine may. */
  key?: string | undefined;
  /** Whether programs on this machine need the key, too. @default false */
  keyOnly?: boolean | undefined;
  /** Origins of web pages that may call, as browsers send them in `Origin`. @default [] */
  origins?: readonly string[] | undefined;
};

/** Everything that routes call. */
export type Services = {
  devnet: GatewayDevnet;
  node: StacksClient;
  /** What happened since the gateway listens. */
  observed: Pick<Observed, 'feed' | 'counts'>;
  /** This package's version. */
  version: string;
  /** The interface that the gateway listens on. */
  host: string;
  /** Further names in `Host` of requests to `/devnet/v1`. @default [] */
  allowedHosts?: readonly string[] | undefined;
  /** Whether browsers get a page at `/`. @default true */
  page?: boolean | undefined;
  control: ControlAccess;
  /** Addresses and networks of proxies; their `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Rate limits; absent: none. */
  policy?: Policy | undefined;
  /** Records measurements; the app sets it. */
  journal?: Pick<Journal, 'note'> | undefined;
  /** Lower-case names of the headers that may carry an API key. */
  keyHeaders: readonly string[];
  /** The OpenAPI document. */
  describe(): Promise<object>;
  /** Called with the stack of an unexpected failure, which clients do not see. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called for each answered request. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** The Redis that the gateway shares with its replicas, and its name among them. @default none */
  store?: Pick<SharedStore, 'name' | 'isUp'> | undefined;
  /** Whether the gateway is about to close, but still serves. */
  isDraining(): boolean;
  /** Fires when the gateway takes no more connections: streams of events end, so that clients connect elsewhere. */
  leaving: AbortSignal;
  /** Called for each request to `/devnet/v1` that is allowed. */
  onControl?: (() => void) | undefined;
  /** Fires when the gateway closes: waits end at once. */
  closing: AbortSignal;
};

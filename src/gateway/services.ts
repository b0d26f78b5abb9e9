import type { FaucetCoin } from '../network/faucet.js';
import type { AnsweredRequest } from '../project/config.js';
import type { ApiSource } from '../stacks/api.js';
import type { StacksClient } from '../stacks/client.js';
import type { FollowedEvents } from './follow-events.js';
import type { GatewayDevnet } from './gateway-devnet.js';
import type { Policy } from './limits/policy.js';
import type { Journal } from './metrics/journal.js';
import type { Realtime } from './realtime/realtime.js';
import type { Replicas } from './replicas.js';
import type { Facilitator } from './x402/facilitator.js';

/** Who may use `/devnet/v1`. */
export type ControlAccess = {
  /** Off: `/devnet` answers 404. @default true */
  enabled?: boolean | undefined;
  /** With a key, other machines may call too: `Authorization: Bearer <key>`. Without one, only this machine may. */
  key?: string | undefined;
  /** Whether programs on this machine need the key, too. @default false */
  keyOnly?: boolean | undefined;
  /** The most bytes of a state that is loaded. @default 256 MiB */
  stateLimit?: number | undefined;
  /** Origins of web pages that may call, as browsers send them in `Origin`. @default [] */
  origins?: readonly string[] | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the network that the request is for: many networks share an app. */
    services: Services;
  }
}

/** What the routes of an app depend on. */
export type AppSettings = {
  /** This package's version. */
  version: string;
  /** The interface that the gateway listens on. */
  host: string;
  /** Further names in `Host` of requests to `/devnet/v1`. @default [] */
  allowedHosts?: readonly string[] | undefined;
  /** Whether browsers get a page at `/`. @default true */
  page?: boolean | undefined;
  control: Pick<ControlAccess, 'enabled' | 'origins' | 'stateLimit'>;
  /** Addresses and networks of proxies; their `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
};

/** Base units of one payment, by coin. */
export type FaucetAmounts = Readonly<Record<FaucetCoin, bigint>>;

/** Everything that routes call. */
export type Services = Pick<AppSettings, 'version'> & {
  devnet: GatewayDevnet;
  node: StacksClient;
  /** What happened since the gateway listens. */
  observed: Pick<FollowedEvents, 'feed' | 'counts'>;
  control: ControlAccess;
  /** Base units of one payment, which public requests cannot exceed. */
  faucetAmounts: FaucetAmounts;
  /** Rate limits; absent: none. */
  policy?: Policy | undefined;
  /** Records measurements. */
  journal: Pick<Journal, 'note'>;
  /** Returns the metrics, which load at the first call. */
  readMetrics(): Promise<{ text: string; contentType: string }>;
  /** Serves websockets. */
  realtime: Realtime;
  /** Answers the Stacks API. */
  stacksApi: ApiSource;
  /** Returns the facilitator of x402, which loads at the first call; undefined if it is off. */
  x402?: (() => Promise<Facilitator>) | undefined;
  /** Lower-case names of the headers that may carry an API key. */
  keyHeaders: readonly string[];
  /** The OpenAPI document. */
  describe(): Promise<object>;
  /** Called with the stack of an unexpected failure, which clients do not see. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called for each answered request. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** Whether the gateway reaches what it shares with its replicas, and its name among them. @default none */
  replicas?: Pick<Replicas, 'name' | 'isUp'> | undefined;
  /** Whether the gateway is about to close, but still serves. */
  isDraining(): boolean;
  /** Fires when the gateway takes no more connections: streams of events end, so that clients connect elsewhere. */
  leaving: AbortSignal;
  /** Called for each request to `/devnet/v1` that is allowed. */
  onControl?: (() => void) | undefined;
  /** Fires when the gateway closes: waits end at once. */
  closing: AbortSignal;
};

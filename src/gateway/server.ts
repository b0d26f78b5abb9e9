import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createStacksClient } from '../chains/stacks/client/client.js';
import type { AnsweredRequest } from '../config/start-options.js';
import type { SharedStore } from '../redis/store.js';
import { listenError } from '../system/port-taken.js';
import { reachableHost } from '../system/reachable-host.js';
import type { Feed } from './events/feed.js';
import type { Policy, PolicyOptions } from './limits/policy.js';
import { observe } from './observe.js';
import { DRAIN_MS, type OnDemandServer, serveOnDemand } from './on-demand.js';
import { keyHeaderNames } from './plugins/callers.js';
import type { ControlAccess, GatewayDevnet, Services } from './services.js';

export type GatewayOptions = {
  devnet: GatewayDevnet;
  /** The interface to listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /** Further names in `Host` of requests to `/devnet/v1`. @default [] */
  allowedHosts?: readonly string[] | undefined;
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** Serves the Emily API on a port of its own, too; 0 takes a free one. @default none */
  emilyPort?: number | undefined;
  /** Whether browsers get a page at `/`. @default true */
  page?: boolean | undefined;
  control?: ControlAccess | undefined;
  /** Absent: no limits, and API keys are ignored. */
  limits?: Omit<PolicyOptions, 'keyHeaders' | 'store' | 'onWarning'> | undefined;
  /** What the gateway shares with its replicas. @default nothing */
  store?: SharedStore | undefined;
  /** The name in the header `x-<service>-api-key`. @default 'service' */
  service?: string | undefined;
  /** @default [] */
  trustedProxies?: readonly string[] | undefined;
  /** This package's version. */
  version: string;
  /** How long the gateway serves after `close`, while `/ready` answers 503, in ms. @default 0 */
  drainMs?: number | undefined;
  /** Called for unexpected failures, which clients do not see. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called for each request to `/devnet/v1` that is allowed. */
  onControl?: (() => void) | undefined;
  /** Called for each answered request. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
};

/** A listening gateway. */
export type Gateway = {
  /** Without trailing slash. */
  url: string;
  /** The URL of the page, if it has one. */
  pageUrl: string | undefined;
  /** The URL of the Emily API on its own port, if it has one. */
  emilyUrl: string | undefined;
  /** Idempotent: ends waits and connections, and frees the port. */
  close(): Promise<void>;
};

/** The time for responses in progress after `close`, in ms. */
const GRACE_MS = 500;

/**
 * Serves a devnet over HTTP.
 * @throws DevnetError PORT_TAKEN when another program listens there
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const {
    devnet,
    host = '127.0.0.1',
    allowedHosts,
    port = 0,
    emilyPort,
    page = true,
    control = {},
    store,
    service = 'service',
    trustedProxies = [],
    version,
    drainMs = 0,
    onWarning,
    onRequest,
    onControl,
  } = options;
  const keyHeaders = keyHeaderNames(service);
  const policy = options.limits && (await loadPolicy({ ...options.limits, keyHeaders, store, onWarning }));
  const leaving = new AbortController();
  const closing = new AbortController();
  // Every stream and wait listens to them, without a limit.
  setMaxListeners(0, leaving.signal, closing.signal);
  let isDraining = false;
  const node = createStacksClient({ rpcUrl: devnet.urls.stacks, ask: devnet.askStacks, guard: devnet.guard });
  const describe = async (): Promise<object> => (await import('./openapi.js')).createOpenApi(version);
  const observed = observe(devnet, store && (await loadSharedFeed(devnet, store)));
  const services: Services = {
    devnet,
    node,
    observed,
    version,
    host,
    allowedHosts,
    page,
    control,
    trustedProxies,
    policy,
    keyHeaders,
    store,
    isDraining: () => isDraining,
    leaving: leaving.signal,
    closing: closing.signal,
    describe,
    onWarning,
    onRequest,
    onControl,
  };
  const app = serveOnDemand(async () => (await import('./app.js')).createApp(services), onWarning);
  const emily =
    emilyPort === undefined ? undefined : serveOnDemand(async () => (await import('./bitcoin-app.js')).createEmilyApp(services), onWarning);
  let closed: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    isDraining = true;
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    leaving.abort();
    await Promise.all([app.drain(DRAIN_MS), emily?.drain(DRAIN_MS)]);
  };
  const close = async (): Promise<void> => {
    leaving.abort();
    closing.abort();
    await Promise.all([app.close(GRACE_MS), emily?.close(GRACE_MS)]);
    observed.stop();
    node.close();
    await policy?.close();
  };
  const listen = async (server: OnDemandServer, field: string, on: number): Promise<string> => {
    try {
      return baseUrl(await server.listen({ host, port: on }), host);
    } catch (error) {
      await close();
      throw await listenError(error, { field, host, port: on });
    }
  };
  const url = await listen(app, 'ports.gateway', port);
  return {
    url,
    pageUrl: page ? `${url}/` : undefined,
    emilyUrl: emily === undefined ? undefined : await listen(emily, 'ports.emily', emilyPort ?? 0),
    close: () => {
      closed ??= (drainMs > 0 ? drain() : Promise.resolve()).then(close);
      return closed;
    },
  };
}

async function loadSharedFeed(devnet: GatewayDevnet, store: SharedStore): Promise<Feed> {
  const { createSharedFeed } = await import('./events/shared-feed.js');
  return createSharedFeed(devnet, store);
}

async function loadPolicy(options: PolicyOptions): Promise<Policy> {
  const { createPolicy } = await import('./limits/policy.js');
  return createPolicy(options);
}

function baseUrl({ port }: AddressInfo, host: string): string {
  const name = reachableHost(host);
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

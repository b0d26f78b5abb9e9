import { setMaxListeners } from 'node:events';
import { createStacksClient } from '../chains/stacks/client/client.js';
import type { AnsweredRequest } from '../config/start-options.js';
import { DevnetError } from '../error.js';
import { listenError } from '../system/port-taken.js';
import { reachableHost } from '../system/reachable-host.js';
import { createApp } from './app.js';
import type { Policy, PolicyOptions } from './limits/policy.js';
import { keyHeaderNames } from './plugins/callers.js';
import type { App } from './schema-types.js';
import type { ControlAccess, GatewayDevnet, Services } from './services.js';

export type GatewayOptions = {
  devnet: GatewayDevnet;
  /** The interface to listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /** 0 takes a free one. @default 0 */
  port?: number | undefined;
  /** Serves the Emily API on a port of its own, too; 0 takes a free one. @default none */
  emilyPort?: number | undefined;
  /** Whether browsers get a page at `/`. @default true */
  page?: boolean | undefined;
  control?: ControlAccess | undefined;
  /** Absent: no limits, and API keys are ignored. */
  limits?: Omit<PolicyOptions, 'keyHeaders' | 'onWarning'> | undefined;
  /** The name in the header `x-<service>-api-key`. @default 'service' */
  service?: string | undefined;
  /** @default [] */
  trustedProxies?: readonly string[] | undefined;
  /** This package's version. */
  version: string;
  /** Called for unexpected failures, which clients do not see. */
  onWarning?: ((message: string) => void) | undefined;
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
    port = 0,
    emilyPort,
    page = true,
    control = {},
    service = 'service',
    trustedProxies = [],
    version,
    onWarning,
    onRequest,
  } = options;
  const keyHeaders = keyHeaderNames(service);
  const policy = options.limits && (await loadPolicy({ ...options.limits, keyHeaders, onWarning }));
  const closing = new AbortController();
  // Every wait listens to it, without a limit.
  setMaxListeners(0, closing.signal);
  const node = createStacksClient({ rpcUrl: devnet.urls.stacks, ask: devnet.askStacks });
  const describe = async (): Promise<object> => (await import('./openapi.js')).createOpenApi(version);
  const services: Services = {
    devnet,
    node,
    version,
    host,
    page,
    control,
    trustedProxies,
    policy,
    keyHeaders,
    closing: closing.signal,
    describe,
    onWarning,
    onRequest,
  };
  const app = await createApp(services);
  const emily = emilyPort === undefined ? undefined : await (await import('./bitcoin-app.js')).createEmilyApp(services);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing.abort();
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      emily?.server.closeAllConnections();
    }, GRACE_MS);
    await Promise.all([app.close(), emily?.close()]);
    clearTimeout(cut);
    node.close();
    await policy?.close();
  };
  const listen = async (listener: App, field: string, on: number): Promise<string> => {
    try {
      await listener.listen({ host, port: on });
      return baseUrl(listener.server.address(), host);
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
      closed ??= close();
      return closed;
    },
  };
}

async function loadPolicy(options: PolicyOptions): Promise<Policy> {
  const { createPolicy } = await import('./limits/policy.js');
  return createPolicy(options);
}

function baseUrl(address: ReturnType<import('node:http').Server['address']>, host: string): string {
  if (address === null || typeof address === 'string') throw new DevnetError('INTERNAL', 'the gateway listens on no port');
  const name = reachableHost(host);
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`;
}

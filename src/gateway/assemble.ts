import { setMaxListeners } from '#platform/timers.js';
import { once } from '../base/async.js';
import type { AnsweredRequest } from '../project/config.js';
import type { MetadataSettings } from '../stacks/api.js';
import { createApiSource } from '../stacks/api.js';
import { createStacksClient } from '../stacks/client.js';
import { followEvents } from './follow-events.js';
import type { GatewayDevnet } from './gateway-devnet.js';
import type { Policy, PolicyOptions } from './limits/policy.js';
import { createJournal } from './metrics/journal.js';
import type { Mounts } from './mounts.js';
import { keyHeaderNames } from './plugins/callers.js';
import { createRealtime } from './realtime/realtime.js';
import type { Replicas } from './replicas.js';
import type { AppSettings, ControlAccess, FaucetAmounts, Services } from './services.js';
import type { Facilitator } from './x402/facilitator.js';

export type GatewayOptions = {
  devnet: GatewayDevnet;
  faucetAmounts: FaucetAmounts;
  /** The gateways that answer below paths of this one. @default none */
  mounts?: Mounts | undefined;
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
  /** Whether there is a facilitator of x402. @default true */
  x402?: boolean | undefined;
  control?: ControlAccess | undefined;
  /** How documents behind the URIs of tokens are read. @default `data:` URIs alone */
  metadata?: MetadataSettings | undefined;
  /** Absent: no limits, and API keys are ignored. */
  limits?: Omit<PolicyOptions, 'keyHeaders' | 'replicas' | 'onWarning'> | undefined;
  /** What the gateway shares with its replicas. @default nothing */
  replicas?: Replicas | undefined;
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

/** What the apps of a gateway need. */
export type Assembled = {
  services: Services;
  settings: AppSettings;
  /** `/ready` answers 503 from now on. */
  startDraining(): void;
  /** Streams of events end. */
  leave(): void;
  /** Ends waits, then what `servers` closes, then the rest. */
  close(servers: () => Promise<unknown>): Promise<void>;
};

export async function assemble(options: GatewayOptions): Promise<Assembled> {
  const {
    devnet,
    faucetAmounts,
    host = '127.0.0.1',
    allowedHosts,
    page = true,
    control = {},
    metadata,
    replicas,
    service = 'service',
    trustedProxies = [],
    version,
    onWarning,
    onRequest,
    onControl,
  } = options;
  const { enabled, origins, stateLimit } = control;
  const keyHeaders = keyHeaderNames(service);
  const policy = options.limits && (await loadPolicy({ ...options.limits, keyHeaders, replicas, onWarning }));
  const leaving = new AbortController();
  const closing = new AbortController();
  // Every stream and wait listens to them, without a limit.
  setMaxListeners(0, leaving.signal, closing.signal);
  let isDraining = false;
  const node = createStacksClient({ rpcUrl: devnet.urls.stacks, ask: devnet.askStacks, guard: devnet.guard });
  const describe = async (): Promise<object> => (await import('./openapi.js')).createOpenApi(version);
  const observed = followEvents(devnet, await replicas?.openFeed(devnet));
  const journal = createJournal();
  const loadMetrics = once(async () => {
    const { createMetrics } = await import('./metrics/registry.js');
    return createMetrics({ devnet, policy, version, replicas, counts: observed.counts, journal });
  });
  const services: Services = {
    devnet,
    faucetAmounts,
    node,
    observed,
    version,
    control,
    journal,
    readMetrics: async () => (await loadMetrics())(),
    realtime: createRealtime({ devnet, node, version, onWarning }),
    stacksApi: createApiSource({ history: devnet.history, node, version, metadata, onWarning }),
    policy,
    x402: options.x402 === false ? undefined : once(() => loadFacilitator(devnet, node, closing.signal)),
    keyHeaders,
    replicas,
    isDraining: () => isDraining,
    leaving: leaving.signal,
    closing: closing.signal,
    describe,
    onWarning,
    onRequest,
    onControl,
  };
  return {
    services,
    // Without the key: networks that differ in nothing else share an app.
    settings: { version, host, allowedHosts, page, control: { enabled, origins, stateLimit }, trustedProxies },
    startDraining() {
      isDraining = true;
    },
    leave: () => leaving.abort(),
    async close(servers) {
      leaving.abort();
      closing.abort();
      await services.realtime.close();
      await servers();
      observed.stop();
      node.close();
      await policy?.close();
    },
  };
}

async function loadPolicy(options: PolicyOptions): Promise<Policy> {
  const { createPolicy } = await import('./limits/policy.js');
  return createPolicy(options);
}

async function loadFacilitator(devnet: GatewayDevnet, node: Services['node'], closing: AbortSignal): Promise<Facilitator> {
  const [{ createFacilitator }, { sbtc }] = await Promise.all([import('./x402/facilitator.js'), devnet.status()]);
  return createFacilitator({
    node,
    sbtc: sbtc && `${sbtc.deployer}.sbtc-token`,
    simulate: (request) => devnet.simulate(request),
    receipt: (txid) => devnet.receipt(txid),
    waitForTx: devnet.stacks.waitForTx,
    faults: devnet.rpcFaults,
    onRestored(callback) {
      const stop = devnet.subscribe((event) => {
        if (event.type === 'restored') callback();
      });
      closing.addEventListener('abort', stop, { once: true });
    },
    closing,
  });
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from '#dist/base/async.js';
import { createApp } from '#dist/gateway/app.js';
import { followEvents } from '#dist/gateway/follow-events.js';
import { createPolicy, type PolicyOptions } from '#dist/gateway/limits/policy.js';
import { createJournal } from '#dist/gateway/metrics/journal.js';
import { createMetrics } from '#dist/gateway/metrics/registry.js';
import { createOpenApi } from '#dist/gateway/openapi.js';
import { keyHeaderNames } from '#dist/gateway/plugins/callers.js';
import { createRealtime } from '#dist/gateway/realtime/realtime.js';
import type { App } from '#dist/gateway/schema-types.js';
import type { ControlAccess, Services } from '#dist/gateway/services.js';
import { createApiSource } from '#dist/stacks/api/context.js';
import type { StacksBlockEvent } from '#dist/stacks/engine/engine-event.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';
import { type MemoryDevnet, memoryDevnet } from './memory-devnet.js';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The amounts of payments that tests configure. */
export const FAUCET_AMOUNTS = { btc: 100_000_000n, stx: 500_000_000n, sbtc: 1_000_000n };

export type TestGateway = AsyncDisposable & { app: App; devnet: MemoryDevnet; closing: AbortController; warnings: string[] };

/** The app over a devnet in memory and a node that answers as `node` says. */
export async function testGateway(
  options: {
    node?: Answer;
    control?: ControlAccess;
    host?: string;
    allowedHosts?: string[];
    nodeUrl?: string;
    policy?: Omit<PolicyOptions, 'keyHeaders'>;
    trustedProxies?: string[];
    replicas?: Services['replicas'];
    past?: readonly StacksBlockEvent[];
  } = {},
): Promise<TestGateway> {
  const server = createServer(options.node ?? ((_request, response) => response.writeHead(404).end('No such file or directory')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nodeUrl = options.nodeUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const devnet = memoryDevnet(nodeUrl, options.past);
  const node = createStacksClient({ rpcUrl: nodeUrl });
  const closing = new AbortController();
  const warnings: string[] = [];
  const keyHeaders = keyHeaderNames('service');
  const policy = options.policy && (await createPolicy({ ...options.policy, keyHeaders }));
  const observed = followEvents(devnet);
  const journal = createJournal();
  const onWarning = (message: string) => void warnings.push(message);
  const version = '1.2.3';
  const { control = {}, replicas } = options;
  const readMetrics = once(async () => createMetrics({ devnet, policy, version, replicas, counts: observed.counts, journal }));
  const services: Services = {
    observed,
    keyHeaders,
    policy,
    devnet,
    faucetAmounts: FAUCET_AMOUNTS,
    node,
    version,
    control,
    journal,
    readMetrics: async () => (await readMetrics())(),
    realtime: createRealtime({ devnet, node, version, onWarning }),
    stacksApi: createApiSource({ history: devnet.history, node, version, onWarning }),
    describe: () => createOpenApi(version),
    onWarning,
    replicas,
    isDraining: () => false,
    leaving: closing.signal,
    closing: closing.signal,
  };
  const { host = '127.0.0.1', allowedHosts, trustedProxies = [] } = options;
  const app = await createApp({ version, host, allowedHosts, control, trustedProxies }, () => services);
  return {
    app,
    devnet,
    closing,
    warnings,
    async [Symbol.asyncDispose]() {
      await services.realtime.close();
      await app.close();
      observed.stop();
      node.close();
      await policy?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

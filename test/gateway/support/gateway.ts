import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStacksClient } from '#dist/chains/stacks/client/client.js';
import type { StacksBlockEvent } from '#dist/engines/engine-event.js';
import { createApp } from '#dist/gateway/app.js';
import { createPolicy, type PolicyOptions } from '#dist/gateway/limits/policy.js';
import { observe } from '#dist/gateway/observe.js';
import { createOpenApi } from '#dist/gateway/openapi.js';
import { keyHeaderNames } from '#dist/gateway/plugins/callers.js';
import type { App } from '#dist/gateway/schema-types.js';
import type { ControlAccess, Services } from '#dist/gateway/services.js';
import { type MemoryDevnet, memoryDevnet } from './memory-devnet.js';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

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
    store?: Services['store'];
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
  const observed = observe(devnet);
  const app = await createApp({
    observed,
    keyHeaders,
    policy,
    trustedProxies: options.trustedProxies ?? [],
    devnet,
    node,
    version: '1.2.3',
    host: options.host ?? '127.0.0.1',
    allowedHosts: options.allowedHosts,
    control: options.control ?? {},
    describe: () => createOpenApi('1.2.3'),
    onWarning: (message) => warnings.push(message),
    store: options.store,
    isDraining: () => false,
    leaving: closing.signal,
    closing: closing.signal,
  });
  return {
    app,
    devnet,
    closing,
    warnings,
    async [Symbol.asyncDispose]() {
      await app.close();
      observed.stop();
      node.close();
      await policy?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

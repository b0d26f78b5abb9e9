import { randomBytes } from '#platform/crypto.js';
import { defaultTimeout, USUAL_WAIT_MS } from '#platform/default-timeout.js';
import { readBytes } from '#platform/http.js';
import type { DevnetUrls, StacksSimulation, StacksSteps } from '../../data.js';
import { functionsOf } from '../../operations/bind.js';
import type { Naming } from '../../operations/network.js';
import { performOver } from '../../operations/request.js';
import { operations } from '../../operations/table.js';
import { simulations } from '../../operations/transactions.js';
import type { Devnet, OperableDevnet } from '../../types.js';
import { createAbiStore } from '../contract/abi-store.js';
import { createContracts } from '../contract/contracts.js';
import { failedDeployAt } from '../contract/failed-deploy.js';
import { noncesAtGateway } from '../contract/pending-nonces.js';
import { withFilter } from '../events/filter.js';
import { createLifetime } from '../lifetime.js';
import { stacksNetwork } from '../network.js';
import { networkFetch } from '../network-fetch.js';
import { createSimulate } from '../simulation/simulate.js';
import { stacksApi } from '../stacks-api.js';
import { connectedWebSocket } from '../web-socket.js';
import { createClients } from './clients.js';
import { createControl } from './control.js';
import { cloneThrough } from './copy.js';
import { createEventStream } from './event-stream.js';
import { createGatewayClient } from './gateway-client.js';
import { createMining } from './mining.js';
import { type KnownNetwork, readNetwork, urlsFrom } from './network.js';
import type { ConnectionOptions } from './options.js';
import { receiptThrough } from './receipt.js';
import { connectedSbtc } from './sbtc.js';

/**
 * The facade over a devnet of another process, which it asks over HTTP.
 * @param known skips the requests for it @default asks
 * @throws DevnetError NOT_REACHABLE, TIMEOUT, FORBIDDEN (another machine's devnet, without its control key), UNSUPPORTED (its control
 * is off)
 */
export async function createConnectedDevnet(options: ConnectionOptions, known?: KnownNetwork): Promise<OperableDevnet> {
  const client = createGatewayClient(options);
  const events = createEventStream(options);
  const { closed, bind, end } = createLifetime('this connection to the devnet is closed');
  const onEnded = (): void => {
    end(options.ended?.reason);
    events.close();
  };
  if (options.ended?.aborted) onEnded();
  options.ended?.addEventListener('abort', onEnded, { once: true });
  const control = createControl(client, events, closed);
  const network = known ?? (await readNetwork(control, options.url));
  const { engine, sbtc, accounts, project } = network;
  const reached = options.urls === undefined ? network.urls : urlsFrom(options.url, options.urls, network.urls);
  // This process needs the URL that it reaches the gateway at, not the gateway's own.
  const urls = { ...reached, gateway: options.url };
  const clients = createClients(options, control);
  const naming = (): Naming => ({ abis, names: { accounts, project } });
  const perform = performOver({
    control,
    download: async (path) => readBytes(await client.stream(`/devnet/v1${path}`, closed), closed, Number.POSITIVE_INFINITY),
    closed,
    naming,
  });
  const { bitcoin, stacks, faucet, chaos, sbtc: bridge, state, ...calls } = functionsOf(operations, perform);
  const { waitForTx } = stacks;
  const abis = createAbiStore(clients.stacks, failedDeployAt(clients.stacks, waitForTx));
  const { contract, ...senders } = createContracts({
    rpc: clients.stacks,
    pendingNonces: (address) => noncesAtGateway(clients.stacks, address),
    entropy: () => randomBytes(32),
    waitMs: () => defaultTimeout(USUAL_WAIT_MS),
    ...{ abis, accounts, project, waitForTx, closed },
  });
  const connect = (url: string, reported: DevnetUrls): Promise<Devnet> =>
    createConnectedDevnet({ ...options, url, urls: undefined }, { ...network, urls: reported });
  const close = async (): Promise<void> => {
    end();
    events.close();
  };

  return {
    ...{ engine, urls, accounts, project, controlKey: options.controlKey, credentials: options.credentials },
    get network() {
      return stacksNetwork(options.url);
    },
    fetch: networkFetch(() => [urls.gateway, urls.stacks, urls.bitcoin].map((url) => ({ url, fetch: globalThis.fetch }))),
    WebSocket: connectedWebSocket(urls.gateway),
    get api() {
      return stacksApi(options.url);
    },
    faucet: bind(faucet),
    sbtc: bind(connectedSbtc(sbtc, () => urls, bridge, perform)),
    bitcoin: bind({
      ...bitcoin,
      mine: (blocks = 1) => calls.mine({ bitcoin: blocks }),
      async client() {
        return (await clients.bitcoin()).package();
      },
    }),
    stacks: bind({
      ...stacks,
      mine: (blocks = 1) => calls.mine({ stacks: blocks }),
      receipt: (txid) => receiptThrough(waitForTx, txid),
      ...senders,
    }),
    contract: (name) => bind(contract(name)),
    ...bind({ ...calls, perform }),
    ...bind<Pick<Devnet, 'mineUntil' | 'miningModes' | 'simulate' | 'clone'>>({
      ...createMining({ mine: calls.mine, stacksRpc: clients.stacks, status: calls.status, closed }),
      simulate: createSimulate({
        one: (request) => perform(simulations.one, { request }) as Promise<StacksSimulation>,
        steps: (request) => perform(simulations.steps, { request }) as Promise<StacksSteps>,
      }),
      clone: async (request = {}) => cloneThrough(perform, client.url, request, connect),
    }),
    state: bind(state),
    chaos: bind(chaos),
    subscribe: (listener, filter) => events.subscribe(withFilter(listener, filter)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

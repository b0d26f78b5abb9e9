import { randomBytes } from 'node:crypto';
import { defaultTimeout, USUAL_WAIT_MS } from '../../config/default-timeout.js';
import { readAnswer } from '../answers/read.js';
import { statusAnswer } from '../answers/status.js';
import { createAbiStore } from '../contract/abi-store.js';
import { createContracts } from '../contract/contracts.js';
import { failedDeployAt } from '../contract/failed-deploy.js';
import { noncesAtGateway } from '../contract/pending-nonces.js';
import { withFilter } from '../events/filter.js';
import { createLifetime } from '../lifetime.js';
import { stacksNetwork } from '../network.js';
import { serializeSteps } from '../simulation/serialize.js';
import { createSimulate } from '../simulation/simulate.js';
import { stacksApi } from '../stacks-api.js';
import { createState } from '../state/create.js';
import { serializeRequest } from '../trace.js';
import type { Devnet, DevnetCalls, DevnetUrls } from '../types.js';
import { readBalanceList } from './answers.js';
import { createConnectedChaos } from './chaos.js';
import { createClients } from './clients.js';
import { createControl } from './control.js';
import { cloneThrough } from './copy.js';
import { readCosts } from './costs.js';
import { readCoverageSummary } from './coverage.js';
import { createEventStream } from './event-stream.js';
import { payThrough } from './faucet.js';
import { createGatewayClient } from './gateway-client.js';
import { createMining } from './mining.js';
import { type KnownNetwork, readNetwork, urlsFrom } from './network.js';
import type { ConnectionOptions } from './options.js';
import { readReplay } from './replay.js';
import { createConnectedSbtc } from './sbtc.js';
import { readSteps } from './simulation.js';
import { connectedState } from './state.js';
import { createStates } from './states.js';
import { readSimulation, readStacksProfile, readTrace } from './trace.js';
import { createWaits } from './waits.js';

/**
 * The facade over a devnet of another process, which it asks over HTTP.
 * @param known skips the requests for it @default asks
 * @throws DevnetError NOT_REACHABLE, TIMEOUT, FORBIDDEN (another machine's devnet, without its control key), UNSUPPORTED (its control is
 * off)
 */
export async function createConnectedDevnet(options: ConnectionOptions, known?: KnownNetwork): Promise<Devnet> {
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
  const status = async () => readAnswer(statusAnswer, (await control('GET', '/status')).body);
  const mining = createMining({ control, stacksRpc: clients.stacks, status, closed });
  const waits = createWaits(control, closed);
  const { waitForTx } = waits.stacks;
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
    get api() {
      return stacksApi(options.url);
    },
    faucet: bind({
      btc: (to, order) => payThrough(control, 'btc', { to, accounts }, order, closed),
      stx: (to, order) => payThrough(control, 'stx', { to, accounts }, order, closed),
      sbtc: (to, order) => payThrough(control, 'sbtc', { to, accounts }, order, closed),
    }),
    sbtc: bind(createConnectedSbtc({ names: sbtc, control, urls: () => urls, closed })),
    bitcoin: bind({
      mine: (blocks = 1) => mining.mine({ bitcoin: blocks }),
      ...waits.bitcoin,
      async client() {
        return (await clients.bitcoin()).package();
      },
    }),
    stacks: bind({
      mine: (blocks = 1) => mining.mine({ stacks: blocks }),
      ...waits.stacks,
      ...senders,
      trace: async (txid) => readTrace((await control('GET', `/tx/${encodeURIComponent(txid)}/trace`, { isLong: true })).body),
      profile: async (txid) => readStacksProfile((await control('GET', `/tx/${encodeURIComponent(txid)}/profile`, { isLong: true })).body),
    }),
    contract: (name) => bind(contract(name)),
    ...bind<Pick<Devnet, DevnetCalls>>({
      ...mining,
      ...createStates(control, client, closed),
      simulate: createSimulate({
        one: async (request) => readSimulation((await control('POST', '/simulate', { body: await serializeRequest(request) })).body),
        steps: async (request) => readSteps((await control('POST', '/simulations', { body: await serializeSteps(request) })).body),
      }),
      replay: async (txid) => readReplay((await control('POST', '/replay', { body: { txid }, isLong: true })).body),
      async impersonate(principal) {
        await control('POST', '/impersonate', { body: { principal } });
      },
      async stopImpersonating(principal) {
        await control('DELETE', `/impersonate/${encodeURIComponent(principal)}`);
      },
      clone: async (request = {}) => cloneThrough(control, client, request, connect),
      status,
      balances: async () => readBalanceList((await control('GET', '/accounts')).body),
      writeCoverage: async () => readCoverageSummary((await control('POST', '/coverage')).body),
      costs: async () => readCosts((await control('GET', '/costs')).body),
    }),
    state: bind(createState({ abis, names: { accounts, project }, ...connectedState(control) })),
    chaos: bind(createConnectedChaos(control)),
    subscribe: (listener, filter) => events.subscribe(withFilter(listener, filter)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

import { randomBytes } from 'node:crypto';
import { createBitcoinClient } from '../../chains/bitcoin/client/client.js';
import { createStacksClient } from '../../chains/stacks/client/client.js';
import { defaultTimeout, USUAL_WAIT_MS } from '../../config/default-timeout.js';
import { DevnetError } from '../../error.js';
import { once } from '../../once.js';
import { readBytes } from '../../system/http.js';
import { byName } from '../accounts.js';
import { checkCloneOptions } from '../clone.js';
import { createAbiStore } from '../contract/abi-store.js';
import { createContracts } from '../contract/contracts.js';
import { failedDeployAt } from '../contract/failed-deploy.js';
import { noncesAtGateway } from '../contract/pending-nonces.js';
import { withFilter } from '../events/filter.js';
import { createLifetime } from '../lifetime.js';
import { blocksUntil, mineBlockByBlock } from '../mine-until.js';
import { stacksNetwork } from '../network.js';
import { checkOptions } from '../options.js';
import { serializeSteps } from '../simulation/serialize.js';
import type { SimulateSteps } from '../simulation/types.js';
import { stacksApi } from '../stacks-api.js';
import { createState } from '../state/create.js';
import { type SimulateRequest, serializeRequest } from '../trace.js';
import type { Devnet, DevnetCalls, DevnetStatus, DevnetUrls, MineRequest } from '../types.js';
import {
  readAccounts,
  readAnchored,
  readBalanceList,
  readBitcoinNode,
  readBitcoinReceipt,
  readMined,
  readModes,
  readProject,
  readSnapshot,
  readSnapshots,
  readStacksReceipt,
  readStatus,
} from './answers.js';
import { createConnectedChaos } from './chaos.js';
import { connectToCopy } from './copy.js';
import { readCosts } from './costs.js';
import { readCoverageSummary } from './coverage.js';
import { createEventStream } from './event-stream.js';
import { payThrough } from './faucet.js';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from './gateway-client.js';
import { createConnectedSbtc } from './sbtc.js';
import { readSteps } from './simulation.js';
import { connectedState } from './state.js';
import { readSimulation, readStacksProfile, readTrace } from './trace.js';
import { waitThrough } from './wait.js';

/** A connection to a devnet. */
export type ConnectionOptions = GatewayClientOptions & {
  /** Where this process reaches the nodes, if they do not listen at the URLs that they report. */
  urls?: Pick<DevnetUrls, 'stacks' | 'bitcoin'> | undefined;
  /** User name and password of the Bitcoin node's RPC. @default those that the devnet reports */
  credentials?: { rpcUser: string; rpcPassword: string } | undefined;
  /** Fires when the devnet has ended, with the error that all calls then reject with. @default calls fail by themselves */
  ended?: AbortSignal | undefined;
};

/** What never changes about a network. */
type KnownNetwork = {
  engine: Devnet['engine'];
  urls: DevnetUrls;
  sbtc: DevnetStatus['sbtc'];
  accounts: Devnet['accounts'];
  project: Devnet['project'];
};

/**
 * The facade over a devnet of another process, which it asks over HTTP.
 * @param known skips the requests for it @default asks
 * @throws DevnetError NOT_REACHABLE, TIMEOUT, FORBIDDEN (another machine's devnet, without its control key), UNSUPPORTED (its control is off)
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
  const control: GatewayClient['ask'] = async (method, path, request) => {
    if (closed.aborted) throw closed.reason;
    // Present listeners must see the events that this call causes.
    if (method !== 'GET') await events.opened();
    return client.ask(method, `/devnet/v1${path}`, { signal: closed, ...request });
  };
  const { engine, urls: reported, sbtc, accounts, project } = known ?? (await readNetwork(control, options.url));
  const urls = options.urls === undefined ? reported : urlsFrom(options.url, options.urls, reported);
  const stacksRpc = createStacksClient({ rpcUrl: options.url });
  const bitcoinRpc = once(async () => {
    const { urls: reached, credentials } = options;
    if (reached !== undefined && credentials !== undefined) return createBitcoinClient({ rpcUrl: reached.bitcoin, ...credentials });
    // A copy without ports opens one for it.
    const { url, ...reportedCredentials } = readBitcoinNode((await control('GET', '/nodes')).body);
    return createBitcoinClient({ rpcUrl: reached?.bitcoin ?? url, ...(credentials ?? reportedCredentials) });
  });
  const mine = async (request: MineRequest) => readMined((await control('POST', '/mine', { body: request })).body);
  const status = async () => readStatus((await control('GET', '/status')).body);
  const waitForTx: Devnet['stacks']['waitForTx'] = async (txid, limits) => {
    checkOptions('waitForTx', limits);
    return waitThrough(control, { chain: 'stacks', txid, closed, ...limits }, readStacksReceipt);
  };
  const abis = createAbiStore(stacksRpc, failedDeployAt(stacksRpc, waitForTx));
  const { contract, ...senders } = createContracts({
    rpc: stacksRpc,
    abis,
    accounts,
    project,
    pendingNonces: (address) => noncesAtGateway(stacksRpc, address),
    entropy: () => randomBytes(32),
    waitForTx,
    waitMs: () => defaultTimeout(USUAL_WAIT_MS),
    closed,
  });
  const close = async (): Promise<void> => {
    end();
    events.close();
  };

  return {
    engine,
    // This process needs the URL that it reaches the gateway at, not the gateway's own.
    urls: { ...urls, gateway: options.url },
    accounts,
    project,
    controlKey: options.controlKey,
    credentials: options.credentials,
    get network() {
      return stacksNetwork(options.url);
    },
    get api() {
      return stacksApi(options.url);
    },
    faucet: bind({
      btc: (address, order) => payThrough(control, 'btc', address, order, closed),
      stx: (address, order) => payThrough(control, 'stx', address, order, closed),
      sbtc: (address, order) => payThrough(control, 'sbtc', address, order, closed),
    }),
    sbtc: bind(createConnectedSbtc({ names: sbtc, control, urls: () => ({ ...urls, gateway: options.url }), closed })),
    bitcoin: bind({
      mine: (blocks = 1) => mine({ bitcoin: blocks }),
      async waitForTx(txid, limits) {
        checkOptions('bitcoin.waitForTx', limits);
        return waitThrough(control, { chain: 'bitcoin', txid, closed, ...limits }, readBitcoinReceipt);
      },
      async client() {
        return (await bitcoinRpc()).package();
      },
    }),
    stacks: bind({
      mine: (blocks = 1) => mine({ stacks: blocks }),
      waitForTx,
      async waitForAnchor(txid, limits) {
        checkOptions('waitForAnchor', limits);
        return waitThrough(control, { chain: 'stacks', txid, closed, ...limits, confirmations: limits?.confirmations ?? 1 }, readAnchored);
      },
      receipt: (txid) =>
        waitThrough(control, { chain: 'stacks', txid, closed, timeoutMs: 0 }, readStacksReceipt).catch((error: unknown) => {
          if (error instanceof DevnetError && notMined.has(error.code)) return undefined;
          throw error;
        }),
      ...senders,
      trace: async (txid) => readTrace((await control('GET', `/tx/${encodeURIComponent(txid)}/trace`, { isLong: true })).body),
      profile: async (txid) => readStacksProfile((await control('GET', `/tx/${encodeURIComponent(txid)}/profile`, { isLong: true })).body),
    }),
    contract: (name) => bind(contract(name)),
    ...bind<Pick<Devnet, DevnetCalls>>({
      simulate: async (request: SimulateRequest | SimulateSteps) => {
        if ('steps' in request)
          return readSteps((await control('POST', '/simulations', { body: await serializeSteps(request) })).body) as never;
        return readSimulation((await control('POST', '/simulate', { body: await serializeRequest(request) })).body) as never;
      },
      mine,
      async mineUntil(target, limits = {}) {
        checkOptions('mineUntil', limits);
        const [{ bitcoin, stacks, fork }, pox] = await Promise.all([status(), stacksRpc.pox()]);
        const tips = { bitcoin, stacks: { ...stacks, burnHeight: bitcoin.height } };
        const request = blocksUntil(target, tips, { ...pox, fork });
        return request === undefined
          ? { bitcoin: { height: bitcoin.height, hashes: [] }, stacks: { height: stacks.height, hash: stacks.hash } }
          : mineBlockByBlock(request, limits, { mine, waitMs: defaultTimeout(USUAL_WAIT_MS), closed });
      },
      async miningModes() {
        const { bitcoin, stacks } = await status();
        return { bitcoin: bitcoin.mode, stacks: stacks.mode };
      },
      setMining: async (modes) => readModes((await control('PUT', '/mining', { body: modes })).body),
      snapshot: async (name) => readSnapshot((await control('POST', '/snapshots', { body: { name } })).body).id,
      async impersonate(principal) {
        await control('POST', '/impersonate', { body: { principal } });
      },
      async stopImpersonating(principal) {
        await control('DELETE', `/impersonate/${encodeURIComponent(principal)}`);
      },
      async clone(request = {}) {
        const { ports = true, controlKey, rpcPassword } = checkCloneOptions(request);
        for (const [field, secret] of Object.entries({ controlKey, rpcPassword })) {
          if (secret === undefined) continue;
          throw new DevnetError('UNSUPPORTED', `${field}: a copy over HTTP has that of its network. Remove the option.`, { field });
        }
        const { body } = await control('POST', '/clones', { body: { ports } });
        const known = { engine, sbtc, accounts, project };
        return connectToCopy(body, {
          client,
          ports,
          connect: (url, reported) => createConnectedDevnet({ ...options, url, urls: undefined }, { ...known, urls: reported }),
        });
      },
      async restore(id) {
        await control('POST', `/snapshots/${encodeURIComponent(id)}/restore`);
      },
      snapshots: async () => readSnapshots((await control('GET', '/snapshots')).body),
      async deleteSnapshot(id) {
        await control('DELETE', `/snapshots/${encodeURIComponent(id)}`);
      },
      async dumpState() {
        if (closed.aborted) throw closed.reason;
        return readBytes(await client.stream('/devnet/v1/dump', closed), closed, Number.POSITIVE_INFINITY);
      },
      async loadState(bytes) {
        await control('POST', '/load', { bytes });
      },
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

/** Another machine reaches the gateway, its page and the nodes, but no further server. */
function urlsFrom(gateway: string, { stacks, bitcoin }: Pick<DevnetUrls, 'stacks' | 'bitcoin'>, { page }: DevnetUrls): DevnetUrls {
  return { gateway, stacks, bitcoin, ...(page !== undefined && { page: `${gateway}/` }) };
}

/** The codes that mean that a transaction has no receipt. */
const notMined = new Set(['TIMEOUT', 'NOT_FOUND', 'DROPPED', 'REPLACED', 'REJECTED', 'ROLLED_BACK', 'INVALID_INPUT']);

async function readNetwork(control: GatewayClient['ask'], url: string): Promise<KnownNetwork> {
  const [{ body: status }, { body: accounts }] = await Promise.all([control('GET', '/status'), control('GET', '/accounts')]).catch(
    (error: unknown) => {
      throw explainAbsence(error, url);
    },
  );
  const { engine, urls, sbtc, project } = readStatus(status);
  return {
    engine,
    urls,
    sbtc,
    accounts: byName(readAccounts(accounts)),
    project: project && readProject((await control('GET', '/project')).body),
  };
}

/** A gateway without `/devnet` has its control disabled, or is another program. */
function explainAbsence(error: unknown, url: string): unknown {
  if (!(error instanceof DevnetError && error.code === 'NOT_FOUND')) return error;
  return new DevnetError('UNSUPPORTED', `the devnet at ${url} has its control switched off, which a connection needs`, {
    field: 'control.enabled',
    hint: 'Start it with control.enabled: true (--control-enabled true).',
    cause: error,
  });
}

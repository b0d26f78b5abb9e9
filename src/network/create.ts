import { createMutex } from '../base/async.js';
import { closeAll } from '../base/close-all.js';
import { DevnetError, messageOf } from '../base/error.js';
import { with0x } from '../base/hex.js';
import { followChains, hasReported } from '../stacks/history.js';
import { decodeTransaction } from '../stacks/transactions.js';
import type { StacksSimulation, StacksSteps } from './data.js';
import { areOnMainnet } from './devnet/account-network.js';
import { balanceOf } from './devnet/balance.js';
import { readBalances } from './devnet/balances.js';
import { createChaos } from './devnet/chaos/chaos.js';
import { createAbiStore } from './devnet/contract/abi-store.js';
import { createContracts } from './devnet/contract/contracts.js';
import { failedDeployIn } from './devnet/contract/failed-deploy.js';
import { noncesInMempool } from './devnet/contract/pending-nonces.js';
import { collectCosts } from './devnet/costs/collect.js';
import { createCoverageWriter } from './devnet/coverage/writer.js';
import { createImpersonation } from './devnet/impersonation.js';
import { createLifetime } from './devnet/lifetime.js';
import { listAccounts } from './devnet/list-accounts.js';
import { listedProject } from './devnet/listed-project.js';
import { createAddresses } from './devnet/local/addresses.js';
import { createBridgePart } from './devnet/local/bridge.js';
import { createClients } from './devnet/local/clients.js';
import { createCloning } from './devnet/local/cloning.js';
import { createEvents } from './devnet/local/events.js';
import { createFaucets } from './devnet/local/faucets.js';
import { createMining } from './devnet/local/mining.js';
import type { AttachedGateway, CreatedDevnet, DevnetParts, ExtraUrls } from './devnet/local/parts.js';
import { createStates } from './devnet/local/states.js';
import { statusOf } from './devnet/local/status.js';
import { type ChainWaits, waitAnywhere } from './devnet/local/wait-anywhere.js';
import { createWaits } from './devnet/local/waits.js';
import { replayTransaction } from './devnet/replay.js';
import { accountOf } from './devnet/sbtc/account-of.js';
import { createLocalSbtc } from './devnet/sbtc/local.js';
import { createSimulate, simulateSteps } from './devnet/simulation/simulate.js';
import { createState } from './devnet/state/create.js';
import { engineState } from './devnet/state/engine-state.js';
import { profileTransaction, traceTransaction } from './devnet/trace.js';
import { argumentsOf, functionsOf } from './operations/bind.js';
import type { Network } from './operations/network.js';
import type { Perform } from './operations/operation.js';
import { operations } from './operations/table.js';
import { simulations } from './operations/transactions.js';
import type { LocalDevnet } from './types.js';

/** Creates the facade over a running engine, and takes ownership of the engine. */
export function createDevnet(parts: DevnetParts): CreatedDevnet {
  const { engine, accounts, project, version, onWarning = () => undefined, from, impersonate = [] } = parts;
  const { closed, bind, end } = createLifetime('the network is closed');
  const clients = createClients(engine);
  const tracking = followChains({ engine, bitcoinRpc: clients.bitcoin, keptBlocks: parts.keptBlocks, from, closed });
  const { bitcoin, history, stacks } = tracking;
  const events = createEvents(tracking);
  const { emit } = events;
  const waits = createWaits(engine, clients.stacks);
  const { waiting, waitMs } = waits;
  const costs = collectCosts(engine, closed);
  const coverage = createCoverageWriter(engine, parts.coverage, onWarning);
  const { faucet: faucetParts, turnsOf, sbtc } = parts;
  const faucets = createFaucets({
    engine,
    faucet: faucetParts,
    clients,
    tracking,
    accounts,
    waits,
    emit,
    deployer: sbtc?.deployer,
    turnsOf,
    closed,
  });
  /** The bridge sends nothing during a restore, and a restore waits for what the bridge is sending. */
  const sendsAndRestores = createMutex();
  const bridge = createBridgePart({
    ...{ sbtc, engine, clients, tracking, outsideRestores: sendsAndRestores.run, emit, onWarning, closed },
    from: from?.bridge,
  });
  const isMainnet = areOnMainnet(accounts);
  const faults = createChaos({
    engine,
    isMainnet,
    broadcast: clients.stacks.broadcast,
    onRefused(transaction, error) {
      const txid = with0x(decodeTransaction(Buffer.from(transaction)).txid);
      events.reportRejection(txid, (error instanceof DevnetError ? error.reason : undefined) ?? messageOf(error));
    },
    closed,
  });
  const mining = createMining({ engine, stacksRpc: clients.stacks, bridge, requireNodes: faults.requireNodes, waitMs, closed });
  const abis = createAbiStore(clients.stacks, failedDeployIn(history));
  const waitForTx: LocalDevnet['stacks']['waitForTx'] = (txid, options) => devnet.stacks.waitForTx(txid, options);
  const { contract, ...senders } = createContracts({
    rpc: { ...clients.stacks, broadcast: faults.broadcast },
    pendingNonces: async (address) => noncesInMempool(history, address),
    ...{ abis, accounts, project, waitForTx, waitMs, closed },
  });
  const impersonation = createImpersonation(engine, isMainnet);
  for (const principal of impersonate) impersonation.begin(principal);
  const cloning = createCloning({ clone: parts.clone, state: () => ({ ...tracking.copy(), bridge: bridge.copy() }), closed });
  let gateway: AttachedGateway | undefined;
  const extraUrls: ExtraUrls = {};
  const { urls, network, api, ...addresses } = createAddresses(
    engine,
    parts.networkId,
    () => gateway,
    () => extraUrls,
    faults.rpcFaults,
  );
  const closers: (() => Promise<void> | void)[] = [cloning.ended, () => engine.close(), () => end(), () => cloning.copies.closeAll()];
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= coverage.finish().then(() => closeAll(closers));
    return closing;
  };

  const waitsFor: ChainWaits = {
    bitcoin: {
      waitForTx: (txid, options = {}) =>
        waiting('bitcoin.waitForTx', 'Bitcoin', txid, options, (deadline) => bitcoin.waitForTx(txid, { ...options, ...deadline })),
    },
    stacks: {
      waitForTx: (txid, options = {}) => waiting('waitForTx', 'Stacks', txid, options, (deadline) => stacks.waitForTx(txid, deadline)),
      waitForAnchor: (txid, options = {}) =>
        waiting('waitForAnchor', 'Stacks', txid, options, (deadline) => stacks.waitForAnchor(txid, { ...options, ...deadline })),
    },
    chainOf: (txid) => (hasReported(stacks.ledger, with0x(txid)) ? 'stacks' : hasReported(bitcoin.ledger, txid) ? 'bitcoin' : undefined),
  };
  const { states, kept } = createStates({ engine, tracking, chaos: faults, outsideSends: sendsAndRestores.run, version });
  const parted: Network = {
    ...{
      logs: engine.logs,
      mining,
      chaos: faults.chaos,
      faucet: faucets.faucet,
      impersonation,
      copies: cloning.copies,
      costs,
      writeCoverage: coverage.write,
    },
    states,
    sbtc: createLocalSbtc({
      ...{ names: bridge.names, token: faucets.token, bridge: bridge.bridge, urls, rpc: clients.stacks },
      faucet: { btc: (address, options) => devnet.faucet.btc(address, options) },
      accounts: Object.values(accounts),
      modes: engine.miningModes,
      restores: stacks.ledger.restores,
      ...{ subscribe: events.subscribe, waitForTx, waitMs, closed },
    }),
    state: createState({ abis, names: { accounts, project }, ...engineState(engine, waitForTx) }),
    async status() {
      const active = await faults.chaos.active();
      const impersonated = impersonation.addresses();
      return statusOf({ engine, version, urls: urls(), faults: active, impersonated, sbtc: bridge.names, project });
    },
    bitcoin: waitsFor.bitcoin,
    stacks: {
      ...waitsFor.stacks,
      trace: async (txid) => traceTransaction(engine, stacks.receipt, txid),
      profile: async (txid) => profileTransaction(engine, stacks.receipt, txid),
    },
    wait: (txid, options) => waitAnywhere(waitsFor, txid, options),
    simulate: async (request) => engine.simulate(request),
    simulateSteps: async (request) => simulateSteps(engine, request),
    replay: async (txid) => replayTransaction(engine, txid),
    balance: (who) => balanceOf(who, { accounts, stacks: clients.stacks, bitcoin: clients.bitcoin, sbtc: faucets.token, history }),
    listAccounts: async () => listAccounts(accounts, await readBalances(Object.values(accounts), clients.stacks, clients.bitcoin)),
    listedProject: () => listedProject(project),
    nodes: async () => ({ bitcoin: { url: await addresses.bitcoinUrl(), ...addresses.credentials }, stacks: { url: urls().stacks } }),
    accountOf: (name, privateKey) => accountOf(accounts, name, privateKey),
  };
  const perform: Perform = async (row, input) => row.run(parted, ...argumentsOf(row, input));
  const { bitcoin: onBitcoin, stacks: onStacks, faucet, sbtc: onSbtc, state, chaos, ...calls } = functionsOf(operations, perform);

  const devnet: LocalDevnet = {
    engine: engine.name,
    ...{ accounts, project, controlKey: parts.controlKey },
    get urls() {
      return urls();
    },
    get network() {
      return network();
    },
    get api() {
      return api();
    },
    ...bind({ ...calls, perform }),
    faucet: bind(faucet),
    sbtc: bind(parted.sbtc),
    bitcoin: bind({
      ...onBitcoin,
      mine: (blocks = 1) => mining.mine({ bitcoin: blocks }),
      async client() {
        await engine.services.bitcoin.open?.();
        return clients.bitcoin.package();
      },
    }),
    stacks: bind({
      ...onStacks,
      mine: (blocks = 1) => mining.mine({ stacks: blocks }),
      receipt: async (txid) => stacks.receipt(txid),
      ...senders,
    }),
    contract: (name) => bind(contract(name)),
    ...bind<Pick<LocalDevnet, 'mineUntil' | 'miningModes' | 'simulate' | 'clone' | 'faucetBalances'>>({
      mineUntil: mining.mineUntil,
      miningModes: mining.miningModes,
      simulate: createSimulate({
        one: (request) => perform(simulations.one, { request }) as Promise<StacksSimulation>,
        steps: (request) => perform(simulations.steps, { request }) as Promise<StacksSteps>,
      }),
      clone: cloning.clone,
      faucetBalances: faucets.balances,
    }),
    state: bind(state),
    chaos: bind(chaos),
    rpcFaults: faults.rpcFaults,
    guard: clients.guard,
    copies: cloning.copies,
    ...addresses,
    bridge: bridge.bridge,
    bitcoinIndex: bridge.bitcoinIndex,
    history,
    chainOf: waitsFor.chainOf,
    receipt: stacks.receipt,
    blockOf: stacks.blockOf,
    subscribe: events.subscribe,
    reportRejection: events.reportRejection,
    close,
    [Symbol.asyncDispose]: close,
  };
  return {
    devnet,
    kept,
    attach(attached) {
      gateway = attached;
      closers.push(() => attached.close());
    },
    addUrls(more) {
      Object.assign(extraUrls, more);
    },
    onClose: (closer) => closers.push(closer),
  };
}

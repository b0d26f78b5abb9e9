import { createBitcoinClient } from '../chains/bitcoin/client/client.js';
import type { AskRpc } from '../chains/stacks/client/ask.js';
import { createStacksClient } from '../chains/stacks/client/client.js';
import { decodeTransaction } from '../chains/stacks/codec/transaction/transaction.js';
import { closeAll } from '../close-all.js';
import { defaultTimeout, USUAL_WAIT_MS } from '../config/default-timeout.js';
import type { Engine } from '../engines/engine.js';
import type { EngineEvent } from '../engines/engine-event.js';
import { createEventHub } from '../engines/event-hub.js';
import { DevnetError, messageOf } from '../error.js';
import { lazyIndex } from '../esplora/lazy-index.js';
import { createBtcFaucet } from '../faucet/btc/faucet.js';
import type { FaucetKey } from '../faucet/keys.js';
import { sbtcCoin, stxCoin } from '../faucet/stacks/coin.js';
import { createStacksFaucet } from '../faucet/stacks/faucet.js';
import { payAlone, type TurnsOf } from '../faucet/turns.js';
import { with0x } from '../hex.js';
import { type BitcoinLedgerState, trackBitcoin } from '../history/bitcoin.js';
import { hasReported } from '../history/ledger.js';
import { trackStacks } from '../history/stacks.js';
import { createStacksHistory, type HistoryState } from '../history/stacks-history.js';
import type { StacksLedgerState } from '../history/stacks-ledger.js';
import { isRecord } from '../json.js';
import { guardNodes } from '../node-guard.js';
import { createLazyBridge } from '../sbtc/bridge/lazy-bridge.js';
import type { BridgeStore } from '../sbtc/bridge/store.js';
import type { BridgeSettings } from '../sbtc/bridge/types.js';
import { SIGNERS_ADDRESS } from '../sbtc/signers.js';
import { type Deadline, startDeadline } from '../wait.js';
import { areOnMainnet } from './account-network.js';
import { readBalances, readFaucetBalances } from './balances.js';
import { createChaos } from './chaos/chaos.js';
import { checkModes } from './check-modes.js';
import { checkCloneOptions, createCloner } from './clone.js';
import { createAbiStore } from './contract/abi-store.js';
import { createContracts } from './contract/contracts.js';
import { failedDeployIn } from './contract/failed-deploy.js';
import { noncesInMempool } from './contract/pending-nonces.js';
import { createCopies } from './copies.js';
import { collectCosts } from './costs/collect.js';
import type { CoverageParts } from './coverage/types.js';
import { createCoverageWriter } from './coverage/writer.js';
import { cycleAt } from './cycle.js';
import { decodeEvent } from './events/decode.js';
import { withFilter } from './events/filter.js';
import { explainTimeout } from './explain-timeout.js';
import { createImpersonation } from './impersonation.js';
import { createLifetime } from './lifetime.js';
import { checkMine } from './mine-request.js';
import { blocksUntil, mineBlockByBlock } from './mine-until.js';
import { stacksNetwork } from './network.js';
import { checkOptions } from './options.js';
import { createLocalSbtc } from './sbtc/local.js';
import { noSbtc } from './sbtc/names.js';
import { serializeSteps } from './simulation/serialize.js';
import { simulateSteps } from './simulation/simulate.js';
import type { SimulateSteps } from './simulation/types.js';
import { createSnapshots } from './snapshots.js';
import { stacksApi } from './stacks-api.js';
import { createState } from './state/create.js';
import { engineState } from './state/engine-state.js';
import { createStateFile } from './state-file/create.js';
import { checkRequest, profileTransaction, type SimulateRequest, serializeRequest, traceTransaction } from './trace.js';
import type {
  Accounts,
  CloneOptions,
  Devnet,
  DevnetCalls,
  DevnetEvent,
  DevnetProject,
  DevnetStatus,
  FaucetCoin,
  FaucetPayment,
  LocalDevnet,
  MineRequest,
  MineResult,
  WaitOptions,
} from './types.js';

export type DevnetParts = {
  engine: Engine;
  accounts: Accounts;
  project?: DevnetProject | undefined;
  faucet: {
    btc: { enabled: boolean; amount: bigint; keys: readonly FaucetKey[] };
    stx: { enabled: boolean; amount: bigint; keys: readonly FaucetKey[] };
    sbtc: { enabled: boolean; amount: bigint; keys: readonly FaucetKey[] };
  };
  /** The deployer of the sBTC contracts, and how the bridge begins; undefined if the network has no sBTC. */
  sbtc: { deployer: string; bridge: BridgeSettings } | undefined;
  /** Keeps replicas apart that pay from the same keys. @default nobody else does */
  turnsOf?: TurnsOf | undefined;
  /** The key of the gateway's control; undefined for none. */
  controlKey?: string | undefined;
  /** How many Stacks blocks the history keeps; undefined for all. */
  keptBlocks: number | undefined;
  /** The file for coverage and the sources of contracts; undefined if none is wanted. */
  coverage?: CoverageParts | undefined;
  /** The Stacks chain id. */
  networkId: number;
  /** This package's version. */
  version: string;
  /** Addresses whose transactions need no signature. @default those of the engine */
  impersonate?: readonly string[] | undefined;
  /** Called with one line if something is degraded. */
  onWarning?: ((message: string) => void) | undefined;
  /** What the network that this one is a copy of knows. @default nothing */
  from?: NetworkState | undefined;
  /** Starts a copy of the network. */
  clone(options: CloneOptions, parts: CopyParts): Promise<Devnet>;
};

/** What a copy gets from its network. */
export type CopyParts = {
  /** Unique among the copies of a network. */
  id: string;
  /** Returns what the network knows at a moment; to be called at that moment. */
  state(): NetworkState;
};

/** What a devnet knows besides its nodes. */
export type NetworkState = {
  bitcoin: BitcoinLedgerState;
  history: HistoryState;
  stacks: StacksLedgerState;
  bridge: BridgeStore | undefined;
};

/** A gateway of a devnet. */
export type AttachedGateway = {
  url: string;
  pageUrl?: string | undefined;
  emilyUrl?: string | undefined;
  /** Answers without a connection, if the gateway has no port. */
  ask?: AskRpc | undefined;
  close(): Promise<void>;
};

/** A devnet, and a function that attaches a gateway to it. `urls` then contains the gateway, and `close` closes it first. */
export type CreatedDevnet = {
  devnet: LocalDevnet;
  attach(gateway: AttachedGateway): void;
  /** Adds a function to call when the devnet closes, before its engine. */
  onClose(close: () => void): void;
};

/** Creates the facade over a running engine, and takes ownership of the engine. */
export function createDevnet({
  engine,
  accounts,
  project,
  faucet,
  sbtc: sbtcParts,
  turnsOf = payAlone,
  controlKey,
  keptBlocks,
  coverage: coverageParts,
  networkId,
  version,
  impersonate = [],
  onWarning,
  from,
  clone,
}: DevnetParts): CreatedDevnet {
  const { closed, bind, end } = createLifetime('the network is closed');
  const guard = guardNodes(engine);
  const bitcoinRpc = createBitcoinClient({ ...engine.services.bitcoin, rpcUrl: () => engine.services.bitcoin.rpcUrl, guard });
  const stacksRpc = createStacksClient({ ...engine.services.stacks, guard });
  const subscribe = engine.subscribe;
  // The faucets read the trackers when an event arrives, so the trackers subscribe first.
  const bitcoin = trackBitcoin(engine, bitcoinRpc, closed, from?.bitcoin);
  const history = createStacksHistory(engine, closed, keptBlocks, from?.history);
  const stacks = trackStacks(engine, history, bitcoin.ledger, closed, from?.stacks);
  const costs = collectCosts(engine, closed);
  const coverage = createCoverageWriter(engine, coverageParts, (message) => onWarning?.(message));
  /** Events that no engine reports. */
  const own = createEventHub<Exclude<DevnetEvent, EngineEvent> | Extract<EngineEvent, { type: 'stacks.rejected' }>>();
  const onPayment =
    (coin: FaucetCoin) =>
    (address: string, { txId, amount }: FaucetPayment) =>
      own.emit({ type: 'faucet.payment', chain: coin === 'btc' ? 'bitcoin' : 'stacks', coin, txId, address, amount: `${amount}` });
  const waitMs = (): number => defaultTimeout(engine.waitMs ?? USUAL_WAIT_MS);
  const waiting = async <T>(
    call: Parameters<typeof checkOptions>[0],
    chain: 'Bitcoin' | 'Stacks',
    txid: string | undefined,
    options: WaitOptions | undefined,
    run: (deadline: Deadline) => Promise<T>,
  ): Promise<T> => {
    checkOptions(call, options);
    const deadline = startDeadline(options ?? {}, waitMs());
    return explainTimeout(
      run(deadline),
      { txid, timeoutMs: deadline.timeoutMs },
      { chain, modes: () => engine.miningModes(), rpc: stacksRpc },
    );
  };
  const btc = createBtcFaucet({
    ...faucet.btc,
    onPayment: onPayment('btc'),
    turnsOf,
    chains: engine.chains,
    rpc: bitcoinRpc,
    tracker: bitcoin,
    subscribe,
    closed,
  });
  const stacksServices = {
    ...{ chains: engine.chains, rpc: stacksRpc, tracker: stacks, subscribe, turnsOf, closed },
    mempool: () => history.mempool.pending().map(({ transaction }) => transaction),
  };
  const stx = createStacksFaucet({ ...faucet.stx, ...stacksServices, coin: stxCoin(stacksRpc), onPayment: onPayment('stx') });
  const token = sbtcParts === undefined ? undefined : sbtcCoin(stacksRpc, sbtcParts.deployer);
  const sbtc =
    token === undefined
      ? withoutSbtc
      : createStacksFaucet({ ...faucet.sbtc, ...stacksServices, coin: token, onPayment: onPayment('sbtc') });
  const bitcoinIndex = lazyIndex(bitcoinRpc.call);
  const bridge =
    sbtcParts &&
    createLazyBridge(
      sbtcParts.deployer,
      () => ({
        deployer: sbtcParts.deployer,
        settings: sbtcParts.bridge,
        index: bitcoinIndex,
        bitcoin: bitcoinRpc,
        stacks: stacksRpc,
        tracker: stacks,
        tips: engine.tips,
        emit: own.emit,
        onWarning: (message) => onWarning?.(message),
        closed,
      }),
      from?.bridge,
    );
  if (bridge !== undefined) closed.addEventListener('abort', subscribe(bridge.onEvent), { once: true });
  const sbtcNames = sbtcParts && { deployer: sbtcParts.deployer, signersAddress: SIGNERS_ADDRESS };
  const weather = createChaos({
    engine,
    isMainnet: areOnMainnet(accounts),
    broadcast: stacksRpc.broadcast,
    onRefused(transaction, error) {
      const txid = with0x(decodeTransaction(Buffer.from(transaction)).txid);
      devnet.reportRejection(txid, (error instanceof DevnetError ? error.reason : undefined) ?? messageOf(error));
    },
    closed,
  });
  const abis = createAbiStore(stacksRpc, failedDeployIn(history));
  const { contract, ...senders } = createContracts({
    rpc: { ...stacksRpc, broadcast: weather.broadcast },
    abis,
    accounts,
    project,
    pendingNonces: async (address) => noncesInMempool(history, address),
    waitForTx: (txid, options) => devnet.stacks.waitForTx(txid, options),
    waitMs,
    closed,
  });
  const snapshots = createSnapshots(engine, [bitcoin.ledger, stacks.ledger, history, ...(bridge === undefined ? [] : [bridge])]);
  const stateFile = createStateFile({
    engine,
    snapshots,
    parts: { bitcoinTransactions: bitcoin.ledger, stacksTransactions: stacks.ledger, history, ...(bridge && { bridge }) },
    complete: history.complete,
    version,
  });
  const impersonation = createImpersonation(engine, areOnMainnet(accounts));
  for (const principal of impersonate) impersonation.begin(principal);
  let copyCount = 0;
  const nextCopyId = (): string => `c${++copyCount}`;
  const cloner = createCloner(clone, closed);
  const cloneAs = async (id: string, options: CloneOptions): Promise<Devnet> =>
    cloner.clone(checkCloneOptions(options), {
      id,
      state: () => ({
        bitcoin: bitcoin.ledger.copy(),
        history: history.copy(),
        stacks: stacks.ledger.copy(),
        bridge: bridge?.copy(),
      }),
    });
  const copies = createCopies(nextCopyId, (id, ports) => cloneAs(id, { gateway: true, ports }));
  const closers: (() => Promise<void> | void)[] = [cloner.ended, () => engine.close(), () => end(), () => copies.closeAll()];
  let gateway: AttachedGateway | undefined;
  let closing: Promise<void> | undefined;

  const mined = (hashes: string[]): MineResult => {
    const { bitcoin: burn, stacks: tip } = engine.tips();
    return { bitcoin: { height: burn.height, hashes }, stacks: { height: tip.height, hash: tip.hash } };
  };
  /** While the bridge has something to do, mines one block at a time, so that the next one has what it sent. */
  const mineBitcoin = async (blocks: number): Promise<string[]> => {
    const hashes: string[] = [];
    while (hashes.length < blocks) {
      const loaded = bridge?.loaded();
      const isBusy = loaded?.isBusy() === true;
      hashes.push(...(await engine.mineBitcoin(isBusy ? 1 : blocks - hashes.length)));
      if (isBusy) await loaded?.settled();
    }
    return hashes;
  };
  const mine = async (request: MineRequest): Promise<MineResult> => {
    const { bitcoin: bitcoinBlocks, stacks: stacksBlocks } = checkMine(request);
    weather.requireNodes();
    const hashes = bitcoinBlocks === undefined ? [] : await mineBitcoin(bitcoinBlocks);
    if (stacksBlocks !== undefined) await engine.mineStacks(stacksBlocks);
    return mined(hashes);
  };
  const close = (): Promise<void> => {
    closing ??= coverage.finish().then(() => closeAll(closers));
    return closing;
  };

  const devnet: LocalDevnet = {
    engine: engine.name,
    get urls() {
      const { stacks: stacksNode, bitcoin: bitcoinNode, withoutPorts } = engine.services;
      return {
        gateway: gateway?.url,
        ...(gateway?.pageUrl !== undefined && { page: gateway.pageUrl }),
        // The gateway has the paths of the node, too.
        stacks: (withoutPorts ? gateway?.url : undefined) ?? stacksNode.rpcUrl,
        bitcoin: bitcoinNode.rpcUrl,
        ...(gateway?.emilyUrl !== undefined && { emily: gateway.emilyUrl }),
      };
    },
    accounts,
    project,
    controlKey,
    get network() {
      const { stacks: node, withoutPorts } = engine.services;
      const ask = gateway === undefined && withoutPorts ? node.ask : gateway?.ask;
      return stacksNetwork(gateway?.url ?? node.rpcUrl, networkId, ask);
    },
    get api() {
      return stacksApi(gateway?.url, gateway?.ask);
    },
    faucet: bind({
      btc: (address, options) => waiting('faucet', 'Bitcoin', undefined, options, (deadline) => btc(address, options ?? {}, deadline)),
      stx: (address, options) => waiting('faucet', 'Stacks', undefined, options, (deadline) => stx(address, options ?? {}, deadline)),
      sbtc: (address, options) => waiting('faucet', 'Stacks', undefined, options, (deadline) => sbtc(address, options ?? {}, deadline)),
    }),
    sbtc: bind(
      createLocalSbtc({
        names: sbtcNames,
        token,
        bridge: bridge?.get ?? withoutSbtcBridge,
        urls: () => devnet.urls,
        rpc: stacksRpc,
        faucet: { btc: (address, options) => devnet.faucet.btc(address, options) },
        accounts: Object.values(accounts),
        waitForTx: (txid, options) => devnet.stacks.waitForTx(txid, options),
        modes: engine.miningModes,
        restores: stacks.ledger.restores,
        subscribe: (listener) => devnet.subscribe(listener),
        waitMs,
        closed,
      }),
    ),
    bitcoin: bind({
      mine: (blocks = 1) => mine({ bitcoin: blocks }),
      waitForTx: (txid, options) =>
        waiting('bitcoin.waitForTx', 'Bitcoin', txid, options, (deadline) => bitcoin.waitForTx(txid, { ...options, ...deadline })),
      async client() {
        await engine.services.bitcoin.open?.();
        return bitcoinRpc.package();
      },
    }),
    stacks: bind({
      mine: (blocks = 1) => mine({ stacks: blocks }),
      waitForTx: (txid, options) => waiting('waitForTx', 'Stacks', txid, options, (deadline) => stacks.waitForTx(txid, deadline)),
      waitForAnchor: (txid, options) =>
        waiting('waitForAnchor', 'Stacks', txid, options, (deadline) => stacks.waitForAnchor(txid, { ...options, ...deadline })),
      receipt: async (txid) => stacks.receipt(txid),
      ...senders,
      async trace(txid) {
        return traceTransaction(engine, stacks.receipt, txid);
      },
      async profile(txid) {
        return profileTransaction(engine, stacks.receipt, txid);
      },
    }),
    contract: (name) => bind(contract(name)),
    ...bind<Pick<LocalDevnet, DevnetCalls | 'faucetBalances'>>({
      async simulate(request: SimulateRequest | SimulateSteps) {
        if ('steps' in request) return simulateSteps(engine, await serializeSteps(request)) as never;
        return engine.simulate(checkRequest(await serializeRequest(request))) as never;
      },
      mine,
      async mineUntil(target, options = {}) {
        checkOptions('mineUntil', options);
        const { epochs } = isRecord(target) && 'epoch' in target ? await stacksRpc.pox() : {};
        const request = blocksUntil(target, engine.tips(), { ...engine.pox, fork: engine.fork, epochs });
        return request === undefined ? mined([]) : mineBlockByBlock(request, options, { mine, waitMs: waitMs(), closed });
      },
      miningModes: async () => engine.miningModes(),
      async setMining(modes) {
        weather.requireNodes();
        await engine.setMining(checkModes(modes));
        return engine.miningModes();
      },
      async snapshot(name) {
        weather.requireNodes();
        return snapshots.take(name);
      },
      async restore(id) {
        await snapshots.restore(id, weather.beforeRestore);
      },
      snapshots: async () => snapshots.list(),
      async dumpState() {
        weather.requireNodes();
        return stateFile.dump();
      },
      async loadState(state) {
        weather.requireNodes();
        await stateFile.load(state, weather.beforeRestore);
      },
      async deleteSnapshot(id) {
        await snapshots.remove(id);
      },
      async impersonate(principal) {
        impersonation.begin(principal);
      },
      async stopImpersonating(principal) {
        impersonation.end(principal);
      },
      async clone(options = {}) {
        return cloneAs(nextCopyId(), options);
      },
      async status() {
        const tips = engine.tips();
        const modes = engine.miningModes();
        const reason = engine.outage?.();
        const faults = await weather.chaos.active();
        const impersonated = impersonation.addresses();
        const status: DevnetStatus = {
          engine: engine.name,
          ready: reason === undefined,
          version,
          bitcoin: { ...tips.bitcoin, mode: modes.bitcoin },
          stacks: { height: tips.stacks.height, hash: tips.stacks.hash, mode: modes.stacks },
          epoch: engine.epoch(),
          capabilities: [...engine.capabilities],
          cycle: cycleAt(tips.stacks.burnHeight, engine.pox),
          urls: devnet.urls,
        };
        if (reason !== undefined) status.reason = reason;
        if (engine.fork !== undefined) status.fork = engine.fork;
        if (engine.bootContracts !== undefined) status.bootContracts = engine.bootContracts;
        if (impersonated.length > 0) status.impersonated = impersonated;
        if (faults.length > 0) status.chaos = faults;
        if (sbtcNames !== undefined) status.sbtc = sbtcNames;
        if (project !== undefined) status.project = { root: project.root, name: project.name };
        return status;
      },
      balances: async () => readBalances(Object.values(accounts), stacksRpc, bitcoinRpc),
      faucetBalances: async () => readFaucetBalances(faucet, stxCoin(stacksRpc), token, bitcoinRpc),
      costs: async () => costs(),
      async writeCoverage() {
        return coverage.write();
      },
    }),
    state: bind(
      createState({
        abis,
        names: { accounts, project },
        ...engineState(engine, (txid) => devnet.stacks.waitForTx(txid)),
      }),
    ),
    chaos: bind(weather.chaos),
    credentials: { rpcUser: engine.services.bitcoin.rpcUser, rpcPassword: engine.services.bitcoin.rpcPassword },
    askStacks: engine.services.stacks.ask,
    guard,
    logs: engine.logs,
    interceptor: weather.interceptor,
    copies,
    async bitcoinUrl() {
      const { bitcoin: node } = engine.services;
      await node.open?.();
      return node.rpcUrl;
    },
    bridge: bridge?.get ?? withoutSbtcBridge,
    bitcoinIndex,
    history,
    chainOf: (txid) => (hasReported(stacks.ledger, with0x(txid)) ? 'stacks' : hasReported(bitcoin.ledger, txid) ? 'bitcoin' : undefined),
    receipt: stacks.receipt,
    blockOf: stacks.blockOf,
    reportRejection(txid, reason) {
      if (stacks.rejected(txid, reason)) own.emit({ type: 'stacks.rejected', txid: with0x(txid), reason });
    },
    subscribe(listener, filter) {
      const notify = withFilter(listener, filter);
      const ends = [subscribe((event) => notify(decodeEvent(event))), own.subscribe(notify)];
      return () => {
        for (const end of ends) end();
      };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return {
    devnet,
    attach(attached) {
      gateway = attached;
      closers.push(() => attached.close());
    },
    onClose(close) {
      closers.push(close);
    },
  };
}

async function withoutSbtc(): Promise<never> {
  throw new DevnetError('FAUCET_DISABLED', 'the network has no sBTC: see the setting sbtc');
}

async function withoutSbtcBridge(): Promise<never> {
  throw noSbtc();
}

import { createMutex, type Mutex } from '../../base/async.js';
import { DevnetError, messageOf, undoneByRestore } from '../../base/error.js';
import { untilComplete } from '../../base/missing.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import type { BitcoinIndex } from '../../bitcoin/esplora.js';
import type { StacksClient } from '../../stacks/client.js';
import type { Engine, EngineEvent } from '../../stacks/engine.js';
import { act } from './act.js';
import { availableToWithdraw } from './apply-limits.js';
import { type Announcement, checkDeposit } from './check-deposit.js';
import { look } from './look.js';
import { type CallTracker, createPendingCalls, type PendingCalls } from './pending-calls.js';
import { recordPrints } from './record-prints.js';
import { createRegistry } from './registry.js';
import { cacheRegistry, type RegistryCache } from './registry-cache.js';
import { reportChanges } from './report-changes.js';
import { type BridgeChange, type BridgeConfiguration, checkChange, mergeLimits } from './settings.js';
import { createSignersAccount } from './signers-account.js';
import { statesOf } from './states.js';
import { type BridgeStore, copyStore, createStore, depositKey } from './store.js';
import type { BridgeEvent, BridgeSettings, BridgeStep, DepositState, WithdrawalState } from './types.js';
import type { View } from './view.js';

/** A Stacks block: its hash has 0x. */
export type Chainstate = { height: number; hash: string; burnHeight: number };

/** `availableToWithdraw` is what the rolling cap leaves, in sats; undefined without one. */
type BridgeState = { deposits: DepositState[]; withdrawals: WithdrawalState[]; availableToWithdraw: bigint | undefined };

export type BridgeServices = {
  /** The deployer of the sBTC contracts. */
  deployer: string;
  settings: BridgeSettings;
  index: BitcoinIndex;
  bitcoin: BitcoinClient;
  stacks: StacksClient;
  tracker: CallTracker;
  tips: Engine['tips'];
  /** Runs a task while no snapshot is being restored. A restore waits for the task, and the task for a restore. */
  outsideRestores: Mutex['run'];
  emit(event: BridgeEvent): void;
  /** Called when a node fails unexpectedly. The bridge tries again. */
  onWarning(message: string): void;
  closed: AbortSignal;
};

/** Exchanges Bitcoin and sBTC as sBTC's signers do, by the nodes' RPC. */
export type Bridge = {
  /** Registers a deposit. @returns it, and whether it was known @throws DevnetError INVALID_INPUT */
  announce(announcement: Announcement): Promise<{ known: boolean; deposit: DepositState }>;
  /** All deposits, oldest first, and all withdrawals by id, as the chains show them now. */
  state(): Promise<BridgeState>;
  /**
   * Returns the transaction of a deposit (`txid:vout`) or a withdrawal (its id) that the bridge knows now, without a look at the chains;
   * undefined for others.
   */
  txidOf(key: string): string | undefined;
  /** Does the next thing that is due. @returns what it did; undefined if nothing is due @throws DevnetError ROLLED_BACK */
  step(): Promise<BridgeStep | undefined>;
  /** Rejects a deposit that is not swept yet, or a withdrawal that is not paid yet. @throws DevnetError NOT_FOUND, BUSY, ROLLED_BACK */
  reject(target: { txid: string; vout: number } | { requestId: bigint }): Promise<void>;
  /** Whether a deposit or withdrawal is under way, so that the next block may be one to act on. */
  isBusy(): boolean;
  /** Resolves when the bridge has reacted to all events so far. */
  settled(): Promise<void>;
  configuration(): BridgeConfiguration;
  /**
   * Changes how the bridge works. Resolves when what it was doing is done, so that nothing follows a pause.
   * @throws DevnetError INVALID_INPUT, ROLLED_BACK
   */
  configure(change: BridgeChange): Promise<BridgeConfiguration>;
  /** Returns a Stacks block of the chain, the tip by default; undefined if the bridge has not seen it. */
  chainstate(height?: number): Chainstate | undefined;
  /** Has to be called for each event of the engine. */
  onEvent(event: EngineEvent): void;
  /** Returns what the bridge knows besides the chains, for the bridge of a copy of the network. */
  copy(): BridgeStore;
  /** Forgets what it knows, and goes to what a bridge knew besides the chains. @param then undefined: nothing */
  restore(then: BridgeStore | undefined): void;
};

/**
 * What the bridge knows in one state of the network. A restore starts another memory. A task that began before it keeps the old one, so
 * that it writes nothing into the restored state.
 */
type Memory = {
  store: BridgeStore;
  registry: RegistryCache;
  calls: PendingCalls;
  /** The Stacks blocks since the bridge runs, by height. */
  blocks: Map<number, Chainstate>;
  /** Why the last attempt to serve a deposit or withdrawal failed, by key. */
  problems: Map<string, string>;
};

/** The pause before the nodes are asked again after one of them did not answer, in ms. */
const RETRY_MS = 1_000;

/** @param from what the bridge knows already @default nothing */
export function createBridge(services: BridgeServices, from?: BridgeStore): Bridge {
  const { deployer, index, stacks, tracker, closed, outsideRestores } = services;
  const registry = createRegistry(stacks, deployer);
  const signers = createSignersAccount(stacks);
  const mutex = createMutex();
  const remember = (store: BridgeStore): Memory => ({
    store,
    registry: cacheRegistry(registry),
    calls: createPendingCalls({ tracker, stacks }),
    blocks: new Map(),
    problems: new Map(),
  });
  let memory = remember(from ?? createStore(services.settings));
  let hasOpenWork = true;
  let scheduled = false;
  let retry: NodeJS.Timeout | undefined;
  closed.addEventListener('abort', () => clearTimeout(retry), { once: true });

  const requireCurrent = (begun: Memory): void => {
    if (begun === memory) return;
    const hint = 'Repeat it if the restored state needs it.';
    throw new DevnetError('ROLLED_BACK', `a restore undid what the bridge was asked to do. ${hint}`, { hint });
  };
  /** A call during a restore belongs to the restored state. */
  const restoreEnded = (): Promise<void> => outsideRestores(async () => undefined);
  const lookAt = async ({ registry, store }: Memory): Promise<{ view: View; bitcoinHeight: number }> => {
    const chain = await index.current();
    const view = await untilComplete(() => look({ index: chain, registry, store }));
    return { view, bitcoinHeight: chain.tip()?.height ?? 0 };
  };
  /** Looks at the chains, and reports what changed. */
  const refresh = async (): Promise<{ memory: Memory; view: View; bitcoinHeight: number }> => {
    for (;;) {
      const current = memory;
      const [looked] = await Promise.allSettled([lookAt(current)]);
      // During a restore, the nodes are in different states, or do not answer.
      await restoreEnded();
      if (current !== memory) continue;
      if (looked.status === 'rejected') throw looked.reason;
      const { view, bitcoinHeight } = looked.value;
      const { store, problems, calls } = current;
      reportChanges(view, { store, problems, tip: services.tips().stacks, emit: services.emit });
      hasOpenWork =
        calls.isWaiting() || [...view.deposits, ...view.withdrawals].some(({ status }) => status === 'pending' || status === 'accepted');
      return { memory: current, view, bitcoinHeight };
    }
  };
  const bitcoinTip = async (): Promise<string> => (await index.current()).tip()?.hash ?? '';
  /** Does the next thing that is due, of what `select` leaves. @throws DevnetError ROLLED_BACK instead of sending into a restored state */
  const advance = async (select: (view: View) => View = (view) => view): Promise<BridgeStep | undefined> => {
    const current = memory;
    const { store, calls, problems } = current;
    await calls.settle();
    const { view } = await refresh();
    // The restored state may have a paused bridge.
    requireCurrent(current);
    problems.clear();
    const step = await act(select(view), {
      rpc: services.bitcoin,
      registry: current.registry,
      signers,
      deployer,
      feeRate: store.settings.feeRate,
      // A node may handle a request after the restore that began after the request. So a check before the request is not enough.
      inSameState: (send) =>
        outsideRestores(async () => {
          requireCurrent(current);
          return send();
        }),
      canSend: async (kind, call) => calls.canSend(kind, call, await bitcoinTip()),
      ownNonces: () => calls.nonces(),
      onSent: async (kind, call, sent) => calls.sent(kind, call, await bitcoinTip(), sent),
      onProblem: (key, problem) => problems.set(key, problem),
    });
    // The statuses have changed, or their messages say why not.
    await refresh();
    return step;
  };
  const round = async (): Promise<void> => {
    scheduled = false;
    const begun = memory;
    try {
      if (memory.store.settings.mode !== 'auto') await refresh();
      while (memory.store.settings.mode === 'auto' && !closed.aborted) if ((await advance()) === undefined) return;
    } catch (error) {
      await restoreEnded();
      // The event of a restore has scheduled another round.
      if (closed.aborted || begun !== memory) return;
      const isUnreachable = error instanceof DevnetError && ['NOT_REACHABLE', 'TIMEOUT'].includes(error.code);
      services.onWarning(`The sBTC bridge tries again ${isUnreachable ? 'soon' : 'at the next block'}: ${messageOf(error)}`);
      clearTimeout(retry);
      if (isUnreachable) retry = setTimeout(schedule, RETRY_MS).unref();
    }
  };
  const schedule = (): void => {
    if (scheduled || closed.aborted) return;
    scheduled = true;
    void mutex.run(round);
  };
  const state: Bridge['state'] = () =>
    mutex.run(async () => {
      const { memory: seen, view, bitcoinHeight } = await refresh();
      const { store, problems } = seen;
      return {
        ...statesOf(view, store, problems, services.tips().stacks),
        availableToWithdraw: availableToWithdraw(view.withdrawals, store.limits, bitcoinHeight),
      };
    });
  return {
    async announce(announcement) {
      const deposit = checkDeposit(announcement);
      const key = depositKey(deposit);
      await restoreEnded();
      const { deposits: announced } = memory.store;
      const known = announced.has(key);
      if (!known) announced.set(key, deposit);
      hasOpenWork = true;
      const { deposits } = await state();
      const found = deposits.find((other) => depositKey(other) === key);
      if (found === undefined) throw undoneByRestore(`deposit ${key}`);
      if (!known) schedule();
      return { known, deposit: found };
    },
    state,
    txidOf: (key) => memory.store.deposits.get(key)?.txid ?? memory.store.origins.get(`withdrawal-create ${key}`)?.txid,
    step: () =>
      mutex.run(async () => {
        await restoreEnded();
        return advance();
      }),
    async reject(target) {
      await restoreEnded();
      const current = memory;
      const { deposits, withdrawals } = await state();
      requireCurrent(current);
      const key = 'txid' in target ? depositKey(target) : `${target.requestId}`;
      const found =
        'txid' in target
          ? deposits.find((other) => depositKey(other) === key)
          : withdrawals.find(({ requestId }) => `${requestId}` === key);
      const name = 'txid' in target ? `deposit ${key}` : `withdrawal ${key}`;
      if (found === undefined) throw new DevnetError('NOT_FOUND', `there is no ${name}`);
      if (found.status !== 'pending') throw new DevnetError('BUSY', `${name} is ${found.status}: only a pending one can be rejected`);
      current.store.rejected.add(key);
      const only = (view: View): View => ({ ...view, deposits: [], withdrawals: view.withdrawals.filter(({ id }) => `${id}` === key) });
      await mutex.run(async () => {
        requireCurrent(current);
        await advance(only);
      });
    },
    isBusy: () => hasOpenWork,
    settled: () => mutex.run(async () => undefined),
    configuration: () => ({ ...memory.store.settings, limits: memory.store.limits }),
    async configure(change) {
      const { settings, limits } = checkChange(change);
      await restoreEnded();
      const current = memory;
      const { store } = current;
      store.limits = mergeLimits(store.limits, limits);
      store.settings = { ...store.settings, ...settings };
      hasOpenWork = true;
      // A round that is under way decides by what it read before.
      const underWay = mutex.run(async () => undefined);
      schedule();
      await underWay;
      requireCurrent(current);
      return { ...store.settings, limits: store.limits };
    },
    chainstate(height) {
      const { stacks: tip } = services.tips();
      if (height === undefined || height === tip.height) return tip;
      return height > tip.height ? undefined : memory.blocks.get(height);
    },
    onEvent(event) {
      switch (event.type) {
        case 'stacks.block':
          memory.blocks.set(event.height, { height: event.height, hash: event.hash, burnHeight: event.burnHeight });
          if (recordPrints(event, `${deployer}.sbtc-registry`, memory.store)) hasOpenWork = true;
          break;
        case 'restored':
        case 'stacks.reorg':
        case 'bitcoin.reorg':
          memory.registry.clear();
          hasOpenWork = true;
          break;
        case 'bitcoin.block':
        case 'bitcoin.dropped':
        case 'stacks.dropped':
          break;
        default:
          return;
      }
      if (hasOpenWork) schedule();
    },
    copy: () => copyStore(memory.store),
    restore(then) {
      memory = remember(then === undefined ? createStore(services.settings) : copyStore(then));
      clearTimeout(retry);
      hasOpenWork = true;
    },
  };
}

import { createMutex, createSingleFlight } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import { noBlockNow } from '../../../stacks/block-faults.js';
import type { MiningMode } from '../../../stacks/mining-mode.js';
import type { BitcoinFollower } from '../../common/follow/bitcoin-follower.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { createModeMiner } from '../../common/follow/mode-miner.js';
import type { StacksChain } from '../../common/follow/stacks-chain.js';
import { mineTenure, waitForSync } from '../../common/follow/tenure.js';
import { until } from '../../common/follow/until.js';
import type { Conditions } from '../faults/conditions.js';
import type { Network } from '../network/network.js';
import { waitForEvents } from '../observer/wait-for-events.js';
import { keepLocked } from '../stacking/keep-locked.js';
import { checkPreparePhase } from '../stacking/prepare-phase.js';
import { mineUnsigned, mineWithoutCommit } from './mine-without-tenure.js';
import { confirmTransfer } from './probe.js';
import { createSignatureWait } from './wait-for-signatures.js';

/** Mines Bitcoin blocks on request and automatically, according to the mode. One task runs at a time, snapshots included. */
export type Miner = {
  /**
   * Mines at least `count` blocks: more if the last one elects no miner. Resolves when the last one's tenure has begun, after the events of
   * all blocks.
   * @returns hashes, oldest first
   * @throws DevnetError NOT_READY before a block that would halt the chain, TIMEOUT, NOT_REACHABLE
   */
  mine(count: number): Promise<string[]>;
  /** Mines as `mine` does within `pause`: after a reorganisation until the branch is longer than the abandoned one. */
  mineBranch(): Promise<string[]>;
  /** Makes `count` Stacks blocks of the pending transactions, or of a transfer of the network's own if there are none. */
  mineStacks(count: number): Promise<void>;
  mode(): MiningMode;
  /** Resolves when the mode is effective: a switch to `auto` first mines the pending transactions. */
  setMode(mode: MiningMode): Promise<void>;
  /** Runs `task` while nothing is mined. */
  pause<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the Stacks node is at Bitcoin's tip, after all events. Within `pause` no event follows. */
  settled(): Promise<void>;
  /** Mines if the mode requires it. Call it after changes of either mempool. */
  wake(): void;
  /**
   * Records a restart of the node. Its miner makes no Stacks block before the next tenure, so that the next Stacks transaction triggers a
   * Bitcoin block in every mode.
   */
  interrupted(): void;
  /** Whether a task mines or pauses the miner. */
  busy(): boolean;
  stop(): void;
};

export type MinerParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  chain: StacksChain;
  /** What goes wrong on purpose. */
  conditions: Conditions;
  /** Called if a block of the mode could not be mined. */
  onFailure(error: unknown): void;
};

/** Timeout in ms for a Stacks block of the pending transactions. */
const STACKS_BLOCK = 20_000;

/** Creates a miner in mode `manual`. */
export function createMiner({ network, mempool, follower, chain, conditions, onFailure }: MinerParts): Miner {
  const mutex = createMutex();
  let stopped = false;
  let needsTenure = false;

  /** Resolves after the events of all blocks that the nodes have. */
  const waitForAllEvents = async (): Promise<void> => {
    await follower.catchUp();
    await waitForEvents(network, chain);
  };
  /** @throws DevnetError NOT_REACHABLE if a service ended and was not restarted */
  const checkServices = (): void => network.limits().ends.throwIfAborted();
  const waitForSignatures = createSignatureWait(network, chain);
  const withoutTenure = async (mine: () => Promise<string>): Promise<string[]> => {
    const hash = await mine();
    await waitForAllEvents();
    return [hash];
  };
  const mineOne = async (): Promise<string[]> => {
    checkServices();
    const next = follower.tip().height + 1;
    await checkPreparePhase(network, next - 1, conditions.hasCommit(next) && conditions.isSigned());
    await network.filterTransactions(!conditions.hasTransactions(next));
    if (!conditions.hasCommit(next)) return withoutTenure(() => mineWithoutCommit(network, mempool));
    if (!conditions.isSigned()) return withoutTenure(() => mineUnsigned(network, mempool));
    // A restarted node makes no Stacks block before the next tenure.
    if (!needsTenure) await waitForSignatures();
    const blocks = await mineTenure(network, mempool);
    needsTenure = false;
    await waitForAllEvents();
    await keepLocked(network, follower.tip().height);
    return blocks.map(({ hash }) => hash);
  };
  const resume = async (): Promise<void> => {
    if (needsTenure) await mineOne();
  };
  const resuming = createSingleFlight(() => mutex.run(resume));
  const stacksBlock = async (): Promise<void> => {
    checkServices();
    if (conditions.withholdsTransactions()) throw noBlockNow();
    const { height } = chain.tip();
    await resume();
    if (chain.tip().height > height) return;
    if (chain.waiting().length === 0) await confirmTransfer(network);
    await until({
      ...network.limits(),
      what: 'a Stacks block',
      timeoutMs: STACKS_BLOCK,
      look: async (see) => {
        see(`Stacks block ${chain.tip().height}, ${chain.waiting().length} transactions waiting`);
        return chain.tip().height > height ? true : undefined;
      },
    });
  };

  const byMode = createModeMiner({
    ...{ mutex, follower, mineOne },
    onFailure(error) {
      // The recovery reports services that ended.
      if (!(error instanceof DevnetError && error.code === 'NOT_REACHABLE')) onFailure(error);
    },
  });

  return {
    async mine(count) {
      const hashes: string[] = [];
      while (hashes.length < count) hashes.push(...(await mutex.run(mineOne)));
      return hashes;
    },
    async mineStacks(count) {
      for (let block = 0; block < count; block++) await mutex.run(stacksBlock);
    },
    mineBranch: mineOne,
    mode: byMode.mode,
    setMode: byMode.setMode,
    pause: (task) => mutex.run(task),
    async settled() {
      checkServices();
      await waitForSync(network);
      await waitForAllEvents();
    },
    wake() {
      byMode.wake();
      if (stopped || byMode.isPaused() || !needsTenure || resuming.running() || chain.waiting().length === 0) return;
      resuming.run().catch(byMode.onError);
    },
    busy: () => mutex.load() > 0,
    interrupted() {
      needsTenure = true;
    },
    stop() {
      stopped = true;
      byMode.stop();
    },
  };
}

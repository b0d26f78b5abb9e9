import { DevnetError } from '../../error.js';
import type { MiningMode } from '../../mining-mode.js';
import { createMutex } from '../../mutex.js';
import { createSingleFlight } from '../../single-flight.js';
import type { BitcoinFollower } from '../follow/bitcoin-follower.js';
import type { MempoolView } from '../follow/mempool.js';
import { createModeMiner } from '../follow/mode-miner.js';
import type { StacksChain } from '../follow/stacks-chain.js';
import { mineTenure, waitForSync } from '../follow/tenure.js';
import { until } from '../follow/until.js';
import type { Network } from './network.js';
import { confirmTransfer } from './probe.js';
import { keepStacked } from './stacker.js';
import { told } from './told.js';

/** Mines Bitcoin blocks: on request, and by itself as the mode says. One task at a time, snapshots included. */
export type Miner = {
  /**
   * Mines at least `count` blocks: one more for each that elected no miner at the end. Resolves when the last one's tenure has begun
   * and everything has been told.
   * @returns hashes, oldest first
   */
  mine(count: number): Promise<string[]>;
  /** Makes `count` Stacks blocks: of what waits, else of a transfer of the network's own. */
  mineStacks(count: number): Promise<void>;
  mode(): MiningMode;
  /** Resolves when the mode is effective: a switch to `auto` first mines what waits. */
  setMode(mode: MiningMode): Promise<void>;
  /** Runs `task` while nothing is mined. */
  pause<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the Stacks node is at Bitcoin's tip and everything has been told. Within `pause` it stays so. */
  settled(): Promise<void>;
  /** To be called when a transaction of either chain may wait for a block. */
  wake(): void;
  /**
   * Says that the node was started anew: its miner makes no Stacks block before the next tenure. So the next Stacks transaction
   * brings a Bitcoin block, whatever the mode.
   */
  interrupted(): void;
  /** Whether something is being mined, or somebody pauses it. */
  busy(): boolean;
  stop(): void;
};

export type MinerParts = {
  network: Network;
  mempool: MempoolView;
  follower: BitcoinFollower;
  chain: StacksChain;
  /** Told when a block that the mode wanted could not be mined. */
  onFailure(error: unknown): void;
};

/** Deadline in ms for a Stacks block of what waits. */
const STACKS_BLOCK = 20_000;

/** Begins in `manual`. */
export function createMiner({ network, mempool, follower, chain, onFailure }: MinerParts): Miner {
  const mutex = createMutex();
  let stopped = false;
  let atRest = false;

  /** Resolves when observer and follower have told what the nodes have. */
  const allTold = async (): Promise<void> => {
    await follower.catchUp();
    await told(network, chain);
  };
  /** @throws DevnetError how a service ended that was not started again */
  const refuseEnded = (): void => network.limits().ends.throwIfAborted();
  const mineOne = async (): Promise<string[]> => {
    refuseEnded();
    const blocks = await mineTenure(network, mempool);
    atRest = false;
    await allTold();
    await keepStacked(network, follower.tip().height);
    return blocks.map(({ hash }) => hash);
  };
  const resume = async (): Promise<void> => {
    if (atRest) await mineOne();
  };
  const resuming = createSingleFlight(() => mutex.run(resume));
  const stacksBlock = async (): Promise<void> => {
    refuseEnded();
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
      // A service that ended is told by the recovery.
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
    mode: byMode.mode,
    setMode: byMode.setMode,
    pause: (task) => mutex.run(task),
    async settled() {
      refuseEnded();
      await waitForSync(network);
      await allTold();
    },
    wake() {
      byMode.wake();
      if (stopped || byMode.isPaused() || !atRest || resuming.running() || chain.waiting().length === 0) return;
      resuming.run().catch(byMode.onError);
    },
    busy: () => mutex.load() > 0,
    interrupted() {
      atRest = true;
    },
    stop() {
      stopped = true;
      byMode.stop();
    },
  };
}

import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';
import { createSingleFlight } from '../../single-flight.js';
import type { MiningMode } from '../engine.js';
import type { BitcoinFollower } from '../rpc/bitcoin-follower.js';
import type { MempoolView } from '../rpc/mempool.js';
import type { StacksChain } from '../rpc/stacks-chain.js';
import { followed, mineTenure } from '../rpc/tenure.js';
import { until } from '../rpc/until.js';
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
/** Pause in ms before the next try of a mode whose block could not be mined. */
const AFTER_FAILURE = 1_000;

/** Begins in `manual`. */
export function createMiner({ network, mempool, follower, chain, onFailure }: MinerParts): Miner {
  const mutex = createMutex();
  let mode: MiningMode = 'manual';
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let atRest = false;

  const unminable = new Set<string>();
  const minable = (): string[] => follower.waiting().filter((txid) => !unminable.has(txid));
  let retryAt = 0;
  const failed = (error: unknown): void => {
    retryAt = performance.now() + AFTER_FAILURE;
    // A service that ended is told by the recovery.
    if (!stopped && !(error instanceof DevnetError && error.code === 'NOT_REACHABLE')) onFailure(error);
  };
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

  /** Blocks for what waits and for what comes meanwhile. What a block does not take cannot be mined yet, and is no reason for another. */
  const drain = async (): Promise<void> => {
    for (;;) {
      const mined = await mutex.run(async () => {
        const before = minable();
        if (before.length === 0 || mode !== 'auto' || stopped) return false;
        await mineOne();
        const after = new Set(follower.waiting());
        for (const txid of unminable) if (!after.has(txid)) unminable.delete(txid);
        for (const txid of before) if (after.has(txid)) unminable.add(txid);
        return true;
      });
      if (!mined) return;
    }
  };
  const draining = createSingleFlight(drain);
  const arm = (): void => {
    clearTimeout(timer);
    if (typeof mode !== 'object' || stopped) return;
    const { intervalMs } = mode;
    timer = setTimeout(() => {
      mutex
        .run(async () => {
          if (typeof mode === 'object' && !stopped) await mineOne();
        })
        .then(arm, (error: unknown) => {
          failed(error);
          if (!stopped) timer = setTimeout(arm, AFTER_FAILURE);
        });
    }, intervalMs);
  };

  return {
    async mine(count) {
      const hashes: string[] = [];
      while (hashes.length < count) hashes.push(...(await mutex.run(mineOne)));
      return hashes;
    },
    async mineStacks(count) {
      for (let block = 0; block < count; block++) await mutex.run(stacksBlock);
    },
    mode: () => mode,
    async setMode(next) {
      mode = next;
      arm();
      if (next !== 'auto') return;
      await follower.catchUp();
      unminable.clear();
      if (minable().length > 0) await draining.run();
    },
    pause: (task) => mutex.run(task),
    async settled() {
      refuseEnded();
      await followed(network);
      await allTold();
    },
    wake() {
      if (stopped || performance.now() < retryAt) return;
      if (mode === 'auto' && !draining.running() && minable().length > 0) draining.run().catch(failed);
      if (atRest && !resuming.running() && chain.waiting().length > 0) resuming.run().catch(failed);
    },
    busy: () => mutex.load() > 0,
    interrupted() {
      atRest = true;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

import { createSingleFlight, type Mutex } from '../../../base/async.js';
import type { MiningMode } from '../../../stacks/mining-mode.js';
import type { BitcoinFollower } from './bitcoin-follower.js';

/** Mines Bitcoin blocks automatically, according to its mode. */
export type ModeMiner = {
  mode(): MiningMode;
  /** Sets the mode. A switch to `auto` first mines the pending transactions. @throws the error that prevented such a block */
  setMode(mode: MiningMode): Promise<void>;
  /** Mines in mode `auto` if transactions are pending. Call it after changes of the mempool. */
  wake(): void;
  /** Reports a failure. `wake` does nothing during the pause that follows. */
  onError(error: unknown): void;
  /** Whether the pause after a failure is still running. */
  isPaused(): boolean;
  stop(): void;
};

export type ModeMinerParts = {
  /** Held while a block is mined, and by tasks during which none may be mined. */
  mutex: Mutex;
  follower: Pick<BitcoinFollower, 'waiting' | 'catchUp'>;
  /** Mines a block; resolves after the events of it. */
  mineOne(): Promise<unknown>;
  /** Called if a block of the mode could not be mined. The next attempt follows after a pause. */
  onFailure(error: unknown): void;
};

/** Pause in ms after a block that could not be mined. */
const AFTER_FAILURE = 1_000;

/** Creates a miner in mode `manual`. */
export function createModeMiner({ mutex, follower, mineOne, onFailure }: ModeMinerParts): ModeMiner {
  let mode: MiningMode = 'manual';
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let retryAt = 0;
  /** Transactions that the last block left out. They cannot be mined yet, so that they trigger no block. */
  const unminable = new Set<string>();
  const minable = (): string[] => follower.waiting().filter((txid) => !unminable.has(txid));

  const onError = (error: unknown): void => {
    retryAt = performance.now() + AFTER_FAILURE;
    if (!stopped) onFailure(error);
  };
  /** Mines a block of the pending transactions. @returns whether there were any */
  const minePending = async (): Promise<boolean> => {
    const before = minable();
    if (before.length === 0 || mode !== 'auto' || stopped) return false;
    await mineOne();
    const after = new Set(follower.waiting());
    for (const txid of unminable) if (!after.has(txid)) unminable.delete(txid);
    for (const txid of before) if (after.has(txid)) unminable.add(txid);
    return true;
  };
  /** Mines until no transaction is pending. */
  const draining = createSingleFlight(async (): Promise<void> => {
    while (await mutex.run(minePending));
  });
  const arm = (): void => {
    clearTimeout(timer);
    if (typeof mode !== 'object' || stopped) return;
    timer = setTimeout(() => {
      mutex
        .run(async () => {
          if (typeof mode === 'object' && !stopped) await mineOne();
        })
        .then(arm, (error: unknown) => {
          onError(error);
          if (!stopped) timer = setTimeout(arm, AFTER_FAILURE);
        });
    }, mode.intervalMs);
  };
  const isPaused = (): boolean => performance.now() < retryAt;

  return {
    mode: () => mode,
    async setMode(next) {
      mode = next;
      arm();
      if (next !== 'auto') return;
      await follower.catchUp();
      unminable.clear();
      if (minable().length > 0) await draining.run();
    },
    wake() {
      if (stopped || isPaused() || mode !== 'auto' || draining.running() || minable().length === 0) return;
      draining.run().catch(onError);
    },
    onError,
    isPaused,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

import type { MiningMode } from '../../mining-mode.js';
import type { Mutex } from '../../mutex.js';
import { createSingleFlight } from '../../single-flight.js';
import type { BitcoinFollower } from './bitcoin-follower.js';

/** Mines Bitcoin blocks by itself, as its mode says. */
export type ModeMiner = {
  mode(): MiningMode;
  /** A switch to `auto` first mines what waits. @throws what kept a block of that from being mined */
  setMode(mode: MiningMode): Promise<void>;
  /** To be called when a transaction may wait for a block. */
  wake(): void;
  /** Tells of a failure; until the pause after it is over, `wake` does nothing. */
  failed(error: unknown): void;
  /** Whether a failure was a moment ago. */
  pausing(): boolean;
  stop(): void;
};

export type ModeMinerParts = {
  /** What mines, or must not be mined during, has it. */
  mutex: Mutex;
  follower: Pick<BitcoinFollower, 'waiting' | 'catchUp'>;
  /** Mines a block; resolves when everything has been told. */
  mineOne(): Promise<unknown>;
  /** Told when a block that the mode wanted could not be mined. The next one is tried after the pause. */
  onFailure(error: unknown): void;
};

/** Pause in ms before the next try of a mode whose block could not be mined. */
const AFTER_FAILURE = 1_000;

/** Begins in `manual`. */
export function createModeMiner({ mutex, follower, mineOne, onFailure }: ModeMinerParts): ModeMiner {
  let mode: MiningMode = 'manual';
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let retryAt = 0;
  /** What a block did not take: it cannot be mined yet, and is no reason for another one. */
  const unminable = new Set<string>();
  const minable = (): string[] => follower.waiting().filter((txid) => !unminable.has(txid));

  const failed = (error: unknown): void => {
    retryAt = performance.now() + AFTER_FAILURE;
    if (!stopped) onFailure(error);
  };
  /** A block for what waits. @returns false when none was due */
  const mineWaiting = async (): Promise<boolean> => {
    const before = minable();
    if (before.length === 0 || mode !== 'auto' || stopped) return false;
    await mineOne();
    const after = new Set(follower.waiting());
    for (const txid of unminable) if (!after.has(txid)) unminable.delete(txid);
    for (const txid of before) if (after.has(txid)) unminable.add(txid);
    return true;
  };
  /** Blocks for what waits and for what comes meanwhile. */
  const draining = createSingleFlight(async (): Promise<void> => {
    while (await mutex.run(mineWaiting));
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
          failed(error);
          if (!stopped) timer = setTimeout(arm, AFTER_FAILURE);
        });
    }, mode.intervalMs);
  };
  const pausing = (): boolean => performance.now() < retryAt;

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
      if (stopped || pausing() || mode !== 'auto' || draining.running() || minable().length === 0) return;
      draining.run().catch(failed);
    },
    failed,
    pausing,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

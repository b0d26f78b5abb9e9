import { createSingleFlight } from '../../base/async.js';
import type { BitcoinNode } from '../../bitcoin/node.js';
import type { MiningMode } from '../../stacks/mining-mode.js';
import type { Follower } from './follower.js';

/** Mines Bitcoin blocks on request, and automatically according to the mode. */
export type Miner = {
  /** Resolves when the Stacks node has followed. @returns hashes, oldest first */
  mine(count: number): Promise<string[]>;
  mode(): MiningMode;
  /** Resolves when the mode is effective. A switch to `auto` mines pending transactions first. */
  setMode(mode: MiningMode): Promise<void>;
  /** Mines nothing automatically until `resume`. Calls may be nested. @returns resume */
  hold(): () => void;
  stop(): void;
};

/** Blocks mined without a pause. In the pauses the process answers requests and the Stacks node follows. */
const BATCH = 50;

/**
 * Begins in `manual`.
 * @param createScript returns the script of the coinbases. It is called before the first block, as elliptic curves take a while to load
 */
export function createMiner(bitcoin: BitcoinNode, follower: Follower, createScript: () => Uint8Array): Miner {
  let script: Uint8Array | undefined;
  let mode: MiningMode = 'manual';
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let holds = 0;

  const mineNow = (count: number): string[] => {
    script ??= createScript();
    return bitcoin.mine(count, script);
  };
  /** Mines blocks until no transaction is pending, or a block includes none because the rest cannot be mined yet. */
  const drain = async (): Promise<void> => {
    for (;;) {
      // After this turn of the event loop, so that transactions that arrive together share a block.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const waiting = bitcoin.mempoolSize();
      if (waiting === 0 || mode !== 'auto' || stopped || holds > 0) return;
      mineNow(1);
      const left = bitcoin.mempoolSize();
      await follower.caughtUp();
      if (left >= waiting) return;
    }
  };
  const { run: mineWaiting } = createSingleFlight(drain);
  const arm = (): void => {
    clearTimeout(timer);
    if (typeof mode !== 'object' || stopped) return;
    timer = setTimeout(() => {
      if (holds > 0) return arm();
      mineNow(1);
      // The next call of `mine` or `snapshot` reports a failure to follow.
      follower
        .caughtUp()
        .catch(() => undefined)
        .finally(arm);
    }, mode.intervalMs);
  };
  const unsubscribe = bitcoin.subscribe((event) => {
    if (event.type === 'mempool-added' && mode === 'auto' && !stopped) mineWaiting().catch(() => undefined);
  });

  return {
    async mine(count) {
      const hashes: string[] = [];
      while (hashes.length < count) {
        hashes.push(...mineNow(Math.min(BATCH, count - hashes.length)));
        await follower.caughtUp();
      }
      return hashes;
    },
    mode: () => mode,
    async setMode(next) {
      mode = next;
      arm();
      if (next === 'auto' && bitcoin.mempoolSize() > 0) await mineWaiting();
    },
    hold() {
      holds++;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        holds--;
        if (holds === 0 && mode === 'auto' && !stopped && bitcoin.mempoolSize() > 0) mineWaiting().catch(() => undefined);
      };
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

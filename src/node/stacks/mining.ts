import type { MiningMode } from '../../mining-mode.js';

/** Decides when blocks are made; making them is the caller's. */
export type MiningSchedule = {
  mode(): MiningMode;
  /** Resolves when the mode is effective: a switch to `auto` first mines what waits. */
  set(mode: MiningMode): Promise<void>;
  /** Something new waits. */
  notify(): void;
  close(): void;
};

export type Mining = {
  /** Makes blocks until nothing is left that could be in one. Calls may overlap; they run one after another. */
  drain: () => Promise<void>;
  /** Makes one block, empty if need be. */
  mine: () => Promise<unknown>;
  /** Told when a scheduled block could not be made. */
  onError: (error: unknown) => void;
};

export function createSchedule({ drain, mine, onError }: Mining): MiningSchedule {
  let mode: MiningMode = 'manual';
  let timer: NodeJS.Timeout | undefined;

  function arm(intervalMs: number): void {
    timer = setTimeout(() => {
      mine()
        .catch(onError)
        .finally(() => {
          if (typeof mode === 'object') arm(mode.intervalMs);
        });
    }, intervalMs);
  }

  return {
    mode: () => mode,
    async set(next) {
      clearTimeout(timer);
      mode = next;
      if (typeof next === 'object') arm(next.intervalMs);
      if (next === 'auto') await drain();
    },
    notify() {
      if (mode === 'auto') drain().catch(onError);
    },
    close() {
      clearTimeout(timer);
      mode = 'manual';
    },
  };
}

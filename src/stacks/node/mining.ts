import type { MiningMode } from '../mining-mode.js';

/** Decides when the caller makes blocks. */
export type MiningSchedule = {
  mode(): MiningMode;
  /** Resolves when the mode is effective: a switch to `auto` first mines pending transactions. */
  set(mode: MiningMode): Promise<void>;
  /** Reports a new pending transaction. */
  notify(): void;
  close(): void;
};

export type Mining = {
  /** Makes blocks while pending transactions fit into one. Calls may overlap; they run one after another. */
  drain: () => Promise<void>;
  /** Makes one block, possibly empty. */
  mine: () => Promise<unknown>;
  /** Reports a failure of a scheduled block. */
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

import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';

export type PollOptions = {
  /** Looks once. */
  round(): Promise<void>;
  /** Called after each round in which nothing failed. */
  onRound?: (() => void) | undefined;
  /** Called after each round that failed with a DevnetError: the next one tries again. */
  onFailure?: ((error: DevnetError) => void) | undefined;
  /** Pause between rounds in ms, of the time that the last one took. */
  pause(tookMs: number): number;
};

/** Looks again and again. One round at a time, whoever asks for it. */
export type Poll = {
  /** Looks now, and resolves when that round is over. @throws what failed */
  now(): Promise<void>;
  /** Runs `task` while no round is under way. */
  between<T>(task: () => Promise<T>): Promise<T>;
  start(): void;
  /** Resolves when the last round is over. */
  stop(): Promise<void>;
};

export function createPoll({ round, onRound, onFailure, pause }: PollOptions): Poll {
  const mutex = createMutex();
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  const loop = async (): Promise<void> => {
    const began = performance.now();
    try {
      await mutex.run(round);
      onRound?.();
    } catch (error) {
      if (!(error instanceof DevnetError)) throw error;
      onFailure?.(error);
    }
    if (running) timer = setTimeout(loop, pause(performance.now() - began));
  };
  return {
    now: () => mutex.run(round),
    between: (task) => mutex.run(task),
    start() {
      running = true;
      timer = setTimeout(loop, 0);
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await mutex.run(async () => undefined);
    },
  };
}

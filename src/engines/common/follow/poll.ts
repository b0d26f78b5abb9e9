import { createMutex } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';

export type PollOptions = {
  /** Polls once. */
  round(): Promise<void>;
  /** Called after each successful round, of the loop or of `now`. */
  onRound?: (() => void) | undefined;
  /** Called after each round that failed with a DevnetError. The next round follows after the pause. */
  onFailure?: ((error: DevnetError) => void) | undefined;
  /** Returns the pause until the next round in ms. @param tookMs duration of the last round */
  pause(tookMs: number): number;
};

/** Repeats a round. At most one runs at a time. */
export type Poll = {
  /** Runs a round now. @throws the error of the round */
  now(): Promise<void>;
  /** Runs `task` between two rounds. */
  between<T>(task: () => Promise<T>): Promise<T>;
  /** Starts the loop; without effect while it runs. */
  start(): void;
  /** Stops the loop. Resolves when the last round is over. */
  stop(): Promise<void>;
};

export function createPoll({ round, onRound, onFailure, pause }: PollOptions): Poll {
  const mutex = createMutex();
  const once = (): Promise<void> =>
    mutex.run(async () => {
      await round();
      onRound?.();
    });
  /** The running loop, so that an earlier one ends although another has started. */
  let running: object | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    now: once,
    between: (task) => mutex.run(task),
    start() {
      if (running !== undefined) return;
      const own = {};
      running = own;
      const loop = async (): Promise<void> => {
        const began = performance.now();
        try {
          await once();
        } catch (error) {
          if (!(error instanceof DevnetError)) throw error;
          onFailure?.(error);
        }
        if (running === own) timer = setTimeout(loop, pause(performance.now() - began));
      };
      timer = setTimeout(loop, 0);
    },
    async stop() {
      running = undefined;
      clearTimeout(timer);
      await mutex.run(async () => undefined);
    },
  };
}

import { createMutex } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { createTurns } from '../../base/turns.js';

/** Runs the tasks that change the chain one after another. */
export type TaskQueue = {
  /** @throws DevnetError NOT_READY after `close` */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the tasks so far have ended. @throws DevnetError NOT_READY after `close` */
  idle(): Promise<void>;
  readonly isClosed: boolean;
  /** From now on no task begins. @returns resolves when the running one has ended */
  close(): Promise<void>;
};

export function createTaskQueue(): TaskQueue {
  const mutex = createMutex();
  const giveWay = createTurns();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new DevnetError('NOT_READY', 'the Stacks node is closed');
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    requireOpen();
    return mutex.run(async () => {
      // Many tasks in a row are long work, too.
      await giveWay();
      // The node may close while the task waits.
      requireOpen();
      return task();
    });
  }

  return {
    run,
    idle: () => run(async () => undefined),
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      return mutex.run(async () => undefined);
    },
  };
}

import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';

/** Runs the tasks that change the chain one after another. */
export type TaskQueue = {
  /** @throws DevnetError NOT_READY after `close` */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the tasks so far have ended. */
  idle(): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
};

export function createTaskQueue(): TaskQueue {
  const mutex = createMutex();
  let isClosed = false;

  function run<T>(task: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new DevnetError('NOT_READY', 'the Stacks node is closed'));
    return mutex.run(task);
  }

  return {
    run,
    idle: () => run(async () => undefined),
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
    },
  };
}

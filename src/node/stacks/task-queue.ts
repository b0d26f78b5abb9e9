import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';
import { recoverVm } from './chain/production/recover.js';
import type { ChainState } from './chain/state/state.js';

/** Runs the tasks that change the chain one after another, each with a working VM. */
export type TaskQueue = {
  /** @throws DevnetError NOT_READY after `close` */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the tasks so far have ended. */
  idle(): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
};

export function createTaskQueue(state: ChainState): TaskQueue {
  const mutex = createMutex();
  let isClosed = false;

  function run<T>(task: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new DevnetError('NOT_READY', 'the Stacks node is closed'));
    return mutex.run(async () => {
      await recoverVm(state);
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
    },
  };
}

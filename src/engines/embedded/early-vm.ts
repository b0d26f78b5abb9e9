import { startThread, type VmThread } from '../../node/stacks/vm/threads.js';

/** A Clarity VM that compiles in a thread of its own, before it is known what its network begins with. */
export type EarlyVm = {
  readonly thread: VmThread;
  /** Ends the thread, even while a network uses it. */
  close(): Promise<void>;
};

/** Starts the thread of one network. */
export function startEarlyVm(): EarlyVm {
  const thread = startThread();
  return {
    thread,
    close: async () => void (await thread.worker.terminate()),
  };
}

import { Worker } from 'node:worker_threads';

/** What it makes in JavaScript is gone with the next transaction: a young generation of V8's size would be 10 MB for nothing. */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

/** Starts a thread for a VM. It does not keep the process alive by itself. */
export function startThread(): Worker {
  const thread = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [], resourceLimits: LIMITS });
  thread.unref();
  return thread;
}

/** A thread that was started before it is needed: 35 ms sooner, for 10 MB. */
export type SpareThread = {
  prepare(): void;
  /** Undefined when none was prepared, or it has died. */
  take(): Worker | undefined;
  close(): Promise<void>;
};

export function createSpareThread(): SpareThread {
  let spare: Worker | undefined;
  return {
    prepare() {
      if (spare !== undefined) return;
      const thread = startThread();
      const forget = () => {
        if (spare === thread) spare = undefined;
      };
      spare = thread.once('error', forget).once('exit', forget);
    },
    take() {
      const taken = spare;
      spare = undefined;
      return taken;
    },
    async close() {
      await spare?.terminate();
    },
  };
}

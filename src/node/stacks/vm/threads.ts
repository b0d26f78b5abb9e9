import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../../package-root.js';
import type { CompiledPackage } from './machine/code.js';
import type { ThreadData } from './messages.js';

/** The bundle's, also when the rest runs unbundled: it is one file instead of eighty. */
const PROGRAM = new URL('bundle/worker.js', packageRoot);

/** JavaScript objects live for one transaction only, so a young generation of V8's default size would waste 10 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

/** A thread of a VM. */
export type VmThread = {
  worker: Worker;
  /** The writer name of its files. */
  writer: string;
  /** The package, if another VM of this process had compiled it when the thread started. */
  code: CompiledPackage | undefined;
  /** Returns why the thread has ended; undefined while it runs. Its VM may be created later. */
  failure(): Error | undefined;
};

/** The package as a VM of this process has compiled it. It goes with the last VM that has it. */
let compiled: WeakRef<CompiledPackage> | undefined;

/** Lets threads that start later use what a VM has compiled. */
export function shareCode(code: CompiledPackage): void {
  compiled = new WeakRef(code);
}

/** Starts a thread for a VM. It does not keep the process alive by itself. @param isFork whether its VM gets all from another one */
export function startThread({ isFork = false } = {}): VmThread {
  const code = isFork ? undefined : compiled?.deref();
  const data: ThreadData = { compiles: !isFork && code === undefined };
  const worker = new Worker(PROGRAM, { execArgv: [], resourceLimits: LIMITS, workerData: data });
  worker.unref();
  let failure: Error | undefined;
  worker.once('error', (error) => {
    failure = error;
  });
  worker.once('exit', (code) => {
    failure ??= new Error(`it ended with code ${code}`);
  });
  return { worker, code, writer: randomUUID(), failure: () => failure };
}

/** Threads for forks, of which one is kept ready once `prepare` has been called. */
export type SpareThread = {
  /** Starts a thread, so that the next fork does not wait for one. */
  prepare(): void;
  /** Returns the prepared thread, or a new one. */
  take(): VmThread;
  close(): Promise<void>;
};

export function createSpareThread(start: () => VmThread): SpareThread {
  let spare: VmThread | undefined;
  return {
    prepare() {
      if (spare !== undefined) return;
      const thread = start();
      const forget = () => {
        if (spare === thread) spare = undefined;
      };
      // Before it is taken, its only messages are failures.
      thread.worker.once('message', forget).once('error', forget).once('exit', forget);
      spare = thread;
    },
    take() {
      const taken = spare ?? start();
      spare = undefined;
      return taken;
    },
    async close() {
      await spare?.worker.terminate();
    },
  };
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CAN_PROBE } from '../../e2e/ready-probe.js';

/** Measures how long a network of this process does not answer. */
export type ReadyProbe = AsyncDisposable & {
  /**
   * Does work, while another thread asks `GET /ready` all the time.
   * @returns the longest wait for an answer in ms, without the time in which other programs had the processors
   */
  during(gateway: string, work: () => Promise<void>): Promise<number>;
};

export function startReadyProbe(): ReadyProbe {
  if (!CAN_PROBE) return { during: (_, work) => work().then(() => 0), [Symbol.asyncDispose]: async () => undefined };
  const thread = new Worker(new URL('ready-thread.mjs', import.meta.url), { workerData: { pid: process.pid } });
  return {
    async during(gateway, work) {
      thread.postMessage({ begin: `${gateway}/ready` });
      try {
        await work();
      } finally {
        thread.postMessage({});
      }
      const [longest] = (await once(thread, 'message')) as [number];
      return longest;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}

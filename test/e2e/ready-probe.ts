import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Whether the system reports how long a thread waits for a processor: only Linux does. */
export const CAN_PROBE = existsSync('/proc/thread-self/schedstat');

/**
 * Does work while another thread asks a network for `/ready` all the time.
 * @param network the gateway's URL, and the process
 * @returns the longest wait for an answer in ms, without the time in which other programs had the processors: on a busy machine, too, it is
 * what the network itself does before it answers
 */
export async function longestWait(network: { gateway: string; pid: number }, work: () => Promise<unknown>): Promise<number> {
  const probe = new Worker(new URL('ready-probe-thread.mjs', import.meta.url), {
    workerData: { url: `${network.gateway}/ready`, pid: network.pid },
  });
  try {
    await once(probe, 'message');
    const longest = once(probe, 'message');
    // Rejects with the error of a request, perhaps before the work ends.
    longest.catch(() => undefined);
    await work();
    probe.postMessage('over');
    return (await longest)[0];
  } finally {
    await probe.terminate();
  }
}

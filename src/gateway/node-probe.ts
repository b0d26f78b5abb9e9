import { setTimeout as delay } from 'node:timers/promises';
import { createSingleFlight } from '../base/async.js';
import { DevnetError } from '../base/error.js';
import type { StacksClient } from '../stacks/client.js';

/** How long one probe waits for the node, in ms: most probes give up after a second. */
const WAIT_MS = 500;
/** How long a node may owe an answer, in ms: it answers nothing while it executes a block. */
const BUSY_MS = 10_000;

/** Checks that a node answers. One that answered the last time may take longer than a probe can wait. @throws DevnetError */
export function createNodeProbe(node: Pick<StacksClient, 'request'>, { waitMs = WAIT_MS, busyMs = BUSY_MS } = {}): () => Promise<void> {
  let hasAnswered = false;
  let askedAt = 0;
  const look = createSingleFlight(async () => {
    askedAt = performance.now();
    try {
      await node.request({ path: '/v2/info' });
      hasAnswered = true;
    } catch (error) {
      hasAnswered = false;
      throw error;
    }
  });
  return async () => {
    const timer = new AbortController();
    const late = delay(waitMs, 'late' as const, { signal: timer.signal });
    late.catch(() => undefined);
    const answer = look.run();
    // Nobody waits for the answer after a probe that was too late for it.
    answer.catch(() => undefined);
    const first = await Promise.race([answer, late]).finally(() => timer.abort());
    if (first !== 'late' || (hasAnswered && performance.now() - askedAt < busyMs)) return;
    const waited = Math.round(performance.now() - askedAt);
    throw new DevnetError('NOT_REACHABLE', `the Stacks node has not answered /v2/info for ${waited} ms`);
  };
}

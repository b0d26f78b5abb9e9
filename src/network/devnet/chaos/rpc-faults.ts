import type { RpcFault } from '../../../stacks/rpc-faults.js';
import { createRandom } from './random.js';

export type RpcFaultsSettings = {
  latencyMs: number;
  jitterMs: number;
  errorRate: number;
  statuses: readonly (number | 'disconnect')[];
  lost: 'request' | 'answer';
  path: string;
  seed: number;
};

/**
 * Returns the faults of requests, one after another. Each request that matches takes three numbers of the sequence, whatever becomes of it.
 */
export function createRpcFaults(settings: RpcFaultsSettings): (path: string) => RpcFault | undefined {
  const { latencyMs, jitterMs, errorRate, statuses, lost, path: beginning, seed } = settings;
  const random = createRandom(seed);
  return (path) => {
    if (!path.startsWith(beginning)) return undefined;
    const [isLate, fails, which] = [random(), random(), random()];
    const delayMs = latencyMs + Math.round(isLate * jitterMs);
    if (fails >= errorRate) return { delayMs };
    return { delayMs, failure: { status: statuses[Math.floor(which * statuses.length)] ?? 503, lost } };
  };
}

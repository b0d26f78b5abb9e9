import type { VmCost } from '../types.js';

export function addCosts(a: VmCost, b: VmCost): VmCost {
  return {
    readCount: a.readCount + b.readCount,
    readLength: a.readLength + b.readLength,
    runtime: a.runtime + b.runtime,
    writeCount: a.writeCount + b.writeCount,
    writeLength: a.writeLength + b.writeLength,
  };
}

/** Whether a cost is beyond a limit in any of its dimensions. */
export function exceeds(cost: VmCost, limit: VmCost): boolean {
  return (Object.keys(limit) as (keyof VmCost)[]).some((dimension) => cost[dimension] > limit[dimension]);
}

import type { ExecutionCost } from '../failure.js';

export const NO_COST: ExecutionCost = { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };

export function addCosts(a: ExecutionCost, b: ExecutionCost): ExecutionCost {
  return {
    runtime: a.runtime + b.runtime,
    readCount: a.readCount + b.readCount,
    readLength: a.readLength + b.readLength,
    writeCount: a.writeCount + b.writeCount,
    writeLength: a.writeLength + b.writeLength,
  };
}

export function subtractCosts(a: ExecutionCost, b: ExecutionCost): ExecutionCost {
  return {
    runtime: a.runtime - b.runtime,
    readCount: a.readCount - b.readCount,
    readLength: a.readLength - b.readLength,
    writeCount: a.writeCount - b.writeCount,
    writeLength: a.writeLength - b.writeLength,
  };
}

/** Returns the lower one of each cost. */
export function leastCost(a: ExecutionCost, b: ExecutionCost): ExecutionCost {
  return {
    runtime: Math.min(a.runtime, b.runtime),
    readCount: Math.min(a.readCount, b.readCount),
    readLength: Math.min(a.readLength, b.readLength),
    writeCount: Math.min(a.writeCount, b.writeCount),
    writeLength: Math.min(a.writeLength, b.writeLength),
  };
}

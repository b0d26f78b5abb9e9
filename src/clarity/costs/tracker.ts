import { CostFailure, type ExecutionCost, RuntimeFailure } from '../failure.js';
import type { Cost } from './cost.js';
import { type CostName, type Costs, functionName } from './costs.js';

/** The most bytes that a transaction may hold at once (`CLARITY_MEMORY_LIMIT`). */
export const MEMORY_LIMIT = 100_000_000;

/** A limit that nothing exceeds. */
export const NO_LIMIT: ExecutionCost = {
  runtime: Number.POSITIVE_INFINITY,
  writeLength: Number.POSITIVE_INFINITY,
  writeCount: Number.POSITIVE_INFINITY,
  readLength: Number.POSITIVE_INFINITY,
  readCount: Number.POSITIVE_INFINITY,
};

/** Adds up what an analysis or execution costs and holds in memory, and ends it where that exceeds a limit (`LimitedCostTracker`). */
export class CostTracker {
  runtime = 0;
  readCount = 0;
  readLength = 0;
  writeCount = 0;
  writeLength = 0;
  /** The bytes that are held now. */
  memory = 0;
  readonly costs: Costs;
  readonly limit: ExecutionCost;
  readonly memoryLimit: number;

  /** @param options.memoryLimit @default {@link MEMORY_LIMIT} */
  constructor(costs: Costs, { limit = NO_LIMIT, memoryLimit = MEMORY_LIMIT }: { limit?: ExecutionCost; memoryLimit?: number } = {}) {
    this.costs = costs;
    this.limit = limit;
    this.memoryLimit = memoryLimit;
  }

  /** Charges a step by its name. @throws CostFailure */
  charge(name: CostName, n: number): void {
    const cost = this.costs[name];
    if (cost === undefined)
      throw new CostFailure('CostComputationFailed', this.#computing(name, `UndefinedFunction("${functionName(name)}")`));
    if (cost.isRuntime) this.chargeRuntime(this.compute(name, cost, n));
    else this.chargeCost(cost, n);
  }

  /** Computes a runtime. @throws CostFailure if the formula has no result */
  compute(name: CostName, cost: Cost, n: number): number {
    try {
      return cost.runtime(n);
    } catch (error) {
      if (error instanceof RuntimeFailure) throw new CostFailure('CostComputationFailed', this.#computing(name, error.message));
      throw error;
    }
  }

  #computing(name: CostName, error: string): string {
    return `Error evaluating result of cost function ST000000000000000000002AMW42H.${this.costs.contract}.${functionName(name)}: ${error}`;
  }

  /** Charges runtime alone. @throws CostFailure */
  chargeRuntime(amount: number): void {
    this.runtime += amount;
    if (this.runtime > this.limit.runtime) this.#exceed();
  }

  /** Charges all that a step costs. @throws CostFailure */
  chargeCost(cost: Cost, n: number): void {
    this.runtime += cost.runtime(n);
    this.readCount += cost.readCount;
    this.readLength += cost.readLength(n);
    this.writeCount += cost.writeCount;
    this.writeLength += cost.writeLength(n);
    if (exceeds(this, this.limit)) this.#exceed();
  }

  /** Adds what another execution cost. @throws CostFailure */
  add(cost: ExecutionCost): void {
    this.runtime += cost.runtime;
    this.readCount += cost.readCount;
    this.readLength += cost.readLength;
    this.writeCount += cost.writeCount;
    this.writeLength += cost.writeLength;
    if (exceeds(this, this.limit)) this.#exceed();
  }

  /** @throws CostFailure MemoryBalanceExceeded */
  addMemory(bytes: number): void {
    this.memory += bytes;
    if (this.memory > this.memoryLimit) throw new CostFailure('MemoryBalanceExceeded', this.memory, this.memoryLimit);
  }

  dropMemory(bytes: number): void {
    this.memory -= bytes;
  }

  total(): ExecutionCost {
    const { runtime, writeLength, writeCount, readLength, readCount } = this;
    return { runtime, writeLength, writeCount, readLength, readCount };
  }

  #exceed(): never {
    throw new CostFailure('CostBalanceExceeded', this.total(), this.limit);
  }
}

/** Returns whether any of the costs is above the limit. */
export function exceeds(cost: ExecutionCost, limit: ExecutionCost): boolean {
  return (
    cost.runtime > limit.runtime ||
    cost.readCount > limit.readCount ||
    cost.readLength > limit.readLength ||
    cost.writeCount > limit.writeCount ||
    cost.writeLength > limit.writeLength
  );
}

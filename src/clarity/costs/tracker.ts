import { CostFailure, type ExecutionCost, InternalFailure, RuntimeFailure } from '../failure.js';
import type { Cost } from './cost.js';
import { type CostName, type Costs, functionName } from './costs.js';

/** The most bytes that a transaction may hold at once (`CLARITY_MEMORY_LIMIT`, clarity/src/vm/costs/mod.rs). */
const MEMORY_LIMIT = 100_000_000;

/** A limit that nothing exceeds. */
export const NO_LIMIT: ExecutionCost = {
  runtime: Number.POSITIVE_INFINITY,
  writeLength: Number.POSITIVE_INFINITY,
  writeCount: Number.POSITIVE_INFINITY,
  readLength: Number.POSITIVE_INFINITY,
  readCount: Number.POSITIVE_INFINITY,
};

/** Is told of long executions: `reached` each time that another `step` of runtime is charged. It ends the execution by throwing. */
export type Pace = { readonly step: number; readonly reached: () => void };

type TrackerOptions = {
  /** @default no limit */
  readonly limit?: ExecutionCost | undefined;
  /** @default MEMORY_LIMIT */
  readonly memoryLimit?: number | undefined;
  readonly pace?: Pace | undefined;
  /**
   * Whose boot contracts errors name.
   * @default false
   */
  readonly isMainnet?: boolean | undefined;
};

/**
 * Adds up what an analysis or execution costs and holds in memory, and ends it where that exceeds a limit
 * (`LimitedCostTracker`, clarity/src/vm/costs/mod.rs).
 */
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
  readonly #pace: Pace | undefined;
  readonly #bootAddress: string;
  /** The runtime above which something is to be done. */
  #bound: number;

  constructor(costs: Costs, { limit = NO_LIMIT, memoryLimit = MEMORY_LIMIT, pace, isMainnet = false }: TrackerOptions = {}) {
    this.costs = costs;
    this.limit = limit;
    this.memoryLimit = memoryLimit;
    this.#pace = pace;
    this.#bootAddress = isMainnet ? 'SP000000000000000000002Q6VF78' : 'ST000000000000000000002AMW42H';
    this.#bound = limit.runtime;
    this.#setBound();
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
    return `Error evaluating result of cost function ${this.#bootAddress}.${this.costs.contract}.${functionName(name)}: ${error}`;
  }

  /** Charges runtime alone. @throws CostFailure */
  chargeRuntime(amount: number): void {
    this.runtime += amount;
    if (this.runtime > this.#bound) this.#reachBound();
  }

  /** Charges all that a step costs. @throws CostFailure */
  chargeCost(cost: Cost, n: number): void {
    this.runtime += cost.runtime(n);
    this.readCount += cost.readCount;
    this.readLength += cost.readLength(n);
    this.writeCount += cost.writeCount;
    this.writeLength += cost.writeLength(n);
    if (exceeds(this, this.limit)) this.#exceed();
    if (this.runtime > this.#bound) this.#reachBound();
  }

  /** Adds what another execution cost. @throws CostFailure */
  add(cost: ExecutionCost): void {
    this.runtime += cost.runtime;
    this.readCount += cost.readCount;
    this.readLength += cost.readLength;
    this.writeCount += cost.writeCount;
    this.writeLength += cost.writeLength;
    if (exceeds(this, this.limit)) this.#exceed();
    this.#setBound();
  }

  /** @throws CostFailure MemoryBalanceExceeded */
  addMemory(bytes: number): void {
    this.memory += bytes;
    if (this.memory > this.memoryLimit) throw this.memoryExceeded();
  }

  /** Returns why memory cannot be added. A value that is larger than any may be, as `merge` made some before epoch 4.0, has no size. */
  protected memoryExceeded(): CostFailure | InternalFailure {
    if (this.memory === Number.POSITIVE_INFINITY) return new InternalFailure(NO_SIZE);
    return new CostFailure('MemoryBalanceExceeded', this.memory, this.memoryLimit);
  }

  dropMemory(bytes: number): void {
    this.memory -= bytes;
  }

  total(): ExecutionCost {
    const { runtime, writeLength, writeCount, readLength, readCount } = this;
    return { runtime, writeLength, writeCount, readLength, readCount };
  }

  #reachBound(): void {
    if (this.runtime > this.limit.runtime) this.#exceed();
    this.#setBound();
    this.#pace?.reached();
  }

  #setBound(): void {
    if (this.#pace !== undefined) this.#bound = Math.min(this.limit.runtime, this.runtime + this.#pace.step);
  }

  #exceed(): never {
    if (this.runtime === Number.POSITIVE_INFINITY) throw new InternalFailure(NO_SIZE);
    throw new CostFailure('CostBalanceExceeded', this.total(), this.limit);
  }
}

const NO_SIZE = 'Interpreter failure during cost calculation';

/** Returns whether any of the costs is above the limit. */
function exceeds(cost: ExecutionCost, limit: ExecutionCost): boolean {
  return (
    cost.runtime > limit.runtime ||
    cost.readCount > limit.readCount ||
    cost.readLength > limit.readLength ||
    cost.writeCount > limit.writeCount ||
    cost.writeLength > limit.writeLength
  );
}

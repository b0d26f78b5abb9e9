import type { Contract } from '../../../../clarity/contract.js';
import type { Rules } from '../../../../clarity/execution.js';

/** How often each expression was evaluated, by its id. */
export type Counts = Map<number, number>;
export type Hits = Map<Contract, Counts>;

/** Counts what executions evaluate. */
export class HitCounter {
  /** Those of the execution that is being recorded. */
  #hits: Hits | undefined;

  /** Counts each evaluation of an expression. */
  readonly instrument: NonNullable<Rules['instrument']> =
    (code, { id }, contract) =>
    (x, frame) => {
      this.#count(contract, id);
      return code(x, frame);
    };

  /** Records what an execution evaluates. Without it, nothing counts. */
  record<T>(run: () => T): { result: T; hits: Hits } {
    const hits: Hits = new Map();
    const outer = this.#hits;
    this.#hits = hits;
    try {
      return { result: run(), hits };
    } finally {
      this.#hits = outer;
    }
  }

  #count(contract: Contract, id: number): void {
    if (this.#hits === undefined) return;
    let counts = this.#hits.get(contract);
    if (counts === undefined) {
      counts = new Map();
      this.#hits.set(contract, counts);
    }
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
}

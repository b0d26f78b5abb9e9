import { addCosts, NO_COST, subtractCosts } from '../costs/arithmetic.js';
import type { ExecutionCost } from '../failure.js';

type Row<T> = {
  readonly is: T;
  count: number;
  /** How often it is open: a line is within itself if a function is called that is defined on it. */
  active: number;
  /** The total when it was opened. */
  started: ExecutionCost;
  inclusive: ExecutionCost;
  exclusive: ExecutionCost;
};

/** Adds up what things cost, themselves and with what they contain. `total` is what the execution cost so far. */
export class CostTable<T> {
  readonly #rows = new Map<string, Row<T>>();

  begin(key: string, is: T, total: ExecutionCost): void {
    const row = this.#rows.get(key) ?? { is, count: 0, active: 0, started: total, inclusive: NO_COST, exclusive: NO_COST };
    this.#rows.set(key, row);
    if (row.active++ > 0) return;
    row.count++;
    row.started = total;
  }

  end(key: string, total: ExecutionCost): void {
    const row = this.#row(key);
    if (--row.active === 0) row.inclusive = addCosts(row.inclusive, subtractCosts(total, row.started));
  }

  charge(key: string, cost: ExecutionCost): void {
    const row = this.#row(key);
    row.exclusive = addCosts(row.exclusive, cost);
  }

  /** Returns the rows, the most expensive runtime first. */
  rows(): (T & { count: number; inclusive: ExecutionCost; exclusive: ExecutionCost })[] {
    return [...this.#rows.values()]
      .map(({ is, count, inclusive, exclusive }) => ({ ...is, count, inclusive, exclusive }))
      .sort((a, b) => b.exclusive.runtime - a.exclusive.runtime || b.inclusive.runtime - a.inclusive.runtime);
  }

  #row(key: string): Row<T> {
    const row = this.#rows.get(key);
    if (row === undefined) throw new Error(`nothing began ${key}`);
    return row;
  }
}

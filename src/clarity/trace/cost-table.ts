import type { ExecutionCost } from '../failure.js';

export const ZERO: ExecutionCost = { runtime: 0, writeLength: 0, writeCount: 0, readLength: 0, readCount: 0 };

export function plus(a: ExecutionCost, b: ExecutionCost): ExecutionCost {
  return {
    runtime: a.runtime + b.runtime,
    writeLength: a.writeLength + b.writeLength,
    writeCount: a.writeCount + b.writeCount,
    readLength: a.readLength + b.readLength,
    readCount: a.readCount + b.readCount,
  };
}

export function minus(a: ExecutionCost, b: ExecutionCost): ExecutionCost {
  return {
    runtime: a.runtime - b.runtime,
    writeLength: a.writeLength - b.writeLength,
    writeCount: a.writeCount - b.writeCount,
    readLength: a.readLength - b.readLength,
    readCount: a.readCount - b.readCount,
  };
}

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
    const row = this.#rows.get(key) ?? { is, count: 0, active: 0, started: total, inclusive: ZERO, exclusive: ZERO };
    this.#rows.set(key, row);
    if (row.active++ > 0) return;
    row.count++;
    row.started = total;
  }

  end(key: string, total: ExecutionCost): void {
    const row = this.#row(key);
    if (--row.active === 0) row.inclusive = plus(row.inclusive, minus(total, row.started));
  }

  charge(key: string, cost: ExecutionCost): void {
    const row = this.#row(key);
    row.exclusive = plus(row.exclusive, cost);
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

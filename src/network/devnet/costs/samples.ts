import type { CostRange } from './types.js';

/** How many numbers a median is of. */
const REMEMBERED = 1_000;

/** The extent of a quantity; what it remembers is bounded. */
export class Samples {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #count = 0;
  readonly #last: number[] = [];

  add(value: number): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#last[this.#count++ % REMEMBERED] = value;
  }

  /** The median of an even number of values is the lower one of the middle, so that it is a cost that a call had. */
  range(): CostRange {
    const sorted = this.#last.toSorted((a, b) => a - b);
    return { min: this.#min, median: sorted[(sorted.length - 1) >> 1] ?? 0, max: this.#max };
  }
}

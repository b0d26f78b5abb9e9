import { type Random, randomOf } from '../mutate.js';

/** Decisions of a generator: the same ones for a seed. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  /** Returns whether something happens that has this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** Returns an integer from 0 up to, but not including, a limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Returns as many results of a function as a random number of the range says. */
  times<T>(fewest: number, most: number, make: (at: number) => T): T[] {
    return Array.from({ length: fewest + this.below(most - fewest + 1) }, (_, at) => make(at));
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

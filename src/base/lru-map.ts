import { LimitedMap } from './limited-map.js';

/** A map that forgets what was used least recently, once all together weigh too much. */
export class LruMap<K, V> {
  /** The limit is that of the weight. */
  readonly #entries = new LimitedMap<K, V>(Number.POSITIVE_INFINITY);
  readonly #most: number;
  readonly #weightOf: (value: V) => number;
  #weight = 0;

  /** @param most what all values together may weigh; a heavier value is not kept */
  constructor(most: number, weightOf: (value: V) => number) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    while (this.#weight > this.#most) {
      const { oldest } = this.#entries;
      if (oldest === undefined) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}

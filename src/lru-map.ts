/** A map that forgets what was used least recently, once all together weigh too much. */
export class LruMap<K, V> {
  /** The one that was used last is the last. */
  readonly #entries = new Map<K, V>();
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
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const first of this.#entries.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(first);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}

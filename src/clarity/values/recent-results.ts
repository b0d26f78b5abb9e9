/** A network uses the same few addresses in all of its transactions. */
const MOST_RECENT = 1_000;

/** Keeps recent results of a function. A failure or undefined is computed again. */
export class RecentResults<R> {
  readonly #known = new Map<string, R>();

  /** @param compute returns the result of a key that is not known */
  get(key: string, compute: () => R): R {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const result = compute();
    if (this.#known.size >= MOST_RECENT) this.#known.clear();
    if (result !== undefined) this.#known.set(key, result);
    return result;
  }
}

type Entry<K, V> = { key: K; value: V; older: Entry<K, V> | undefined; newer: Entry<K, V> | undefined };

/**
 * A map with a limit of entries: beyond it, the one that was set longest ago leaves. It leaves in constant time, because each entry knows
 * the next newer one. The first key of a `Map` or a `Set` is no substitute: to find it, V8 walks over all keys that were deleted before it.
 */
export class LimitedMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, Entry<K, V>>();
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The key that was set longest ago; undefined in an empty map. */
  get oldest(): K | undefined {
    return this.#oldest?.key;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Sets an entry and makes it the newest one. */
  set(key: K, value: V): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#unlink(known);
    const entry = known ?? { key, value, older: undefined, newer: undefined };
    entry.value = value;
    this.#append(entry);
    if (known !== undefined) return;
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#limit && this.#oldest !== undefined) this.delete(this.#oldest.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#unlink(entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}

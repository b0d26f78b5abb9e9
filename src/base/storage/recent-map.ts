/** A part of the entries; undefined stands for a deleted one. */
type Part<V> = Map<string, V | undefined>;

/**
 * A map that forgets old entries, with copies in constant time: both maps share the entries so far, in parts that never change. The last
 * `limit` entries that were set stay, and up to a quarter more; without a limit (`Infinity`) all stay.
 */
export class RecentMap<V> {
  readonly #limit: number;
  /** Shared with copies. Oldest first. */
  #closed: readonly Part<V>[] = [];
  /** What was set since the last copy. */
  #open: Part<V> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether neither map has changed since one was a copy of the other. May be false for equal maps. */
  isSame(other: RecentMap<V>): boolean {
    return this.#closed === other.#closed && this.#open.size === 0 && other.#open.size === 0;
  }

  get(key: string): V | undefined {
    if (this.#open.has(key)) return this.#open.get(key);
    return this.#closed.findLast((part) => part.has(key))?.get(key);
  }

  set(key: string, value: V): void {
    this.#put(key, value);
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return;
    if (this.#closed.some((part) => part.has(key))) this.#put(key, undefined);
    else this.#open.delete(key);
  }

  /** The present entries, oldest first. */
  entries(): [key: string, value: V][] {
    const all: Part<V> = new Map();
    for (const part of [...this.#closed, this.#open]) for (const [key, value] of part) all.set(key, value);
    return [...all].filter((entry): entry is [string, V] => entry[1] !== undefined);
  }

  copy(): RecentMap<V> {
    this.#close();
    const copy = new RecentMap<V>(this.#limit);
    copy.#closed = this.#closed;
    return copy;
  }

  #put(key: string, value: V | undefined): void {
    this.#open.set(key, value);
    if (this.#open.size >= this.#largest) this.#close();
  }

  get #largest(): number {
    return this.#limit / 4;
  }

  /** Few parts: a part takes in those before it that are not much larger. Each entry is copied once for each doubling of a part. */
  #close(): void {
    if (this.#open.size === 0) return;
    const parts = [...this.#closed];
    let last = this.#open;
    for (let before = parts.at(-1); before !== undefined && this.#joins(before, last); before = parts.at(-1)) {
      last = new Map([...before, ...last]);
      parts.pop();
    }
    // Nothing older is left that a deleted entry could hide.
    if (parts.length === 0) last = new Map([...last].filter(([, value]) => value !== undefined));
    parts.push(last);
    let size = parts.reduce((sum, part) => sum + part.size, 0);
    for (let oldest = parts[0]; oldest !== undefined && size - oldest.size >= this.#limit; oldest = parts[0]) {
      size -= oldest.size;
      parts.shift();
    }
    this.#closed = parts;
    this.#open = new Map();
  }

  #joins(before: Part<V>, last: Part<V>): boolean {
    return before.size < 2 * last.size && before.size + last.size <= this.#largest;
  }
}

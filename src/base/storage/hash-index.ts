/** So many slots at first; always a power of two. */
const SLOTS = 64;

/**
 * Finds at which places hashes are: eight bytes for each slot, where a `Map` and its strings would take more than a hundred. Only the first
 * 32 bits of a hash are kept, so the caller looks whether it is really there. A place is a whole number from 0 to 2^32 - 2; hashes are hex,
 * with or without 0x.
 *
 * Copies take constant time: both share the entries so far, in tables that never change.
 */
export class HashIndex {
  /** Shared with copies. The largest comes first. */
  #closed: readonly Table[] = [];
  /** What was added since the last copy. */
  #open = new Table();
  /** Which entries of the shared tables were deleted. */
  #gone = new Table();

  add(hash: string, place: number): void {
    const bits = firstBits(hash);
    if (!this.#gone.delete(bits, place)) this.#open.add(bits, place);
  }

  /** Takes back an `add` of the same. */
  delete(hash: string, place: number): void {
    const bits = firstBits(hash);
    if (this.#open.delete(bits, place)) return;
    const count = this.#closed.reduce((sum, table) => sum + table.count(bits, place), 0);
    if (count > this.#gone.count(bits, place)) this.#gone.add(bits, place);
  }

  /** Returns the places of hashes that begin like this one. */
  *places(hash: string): Generator<number> {
    const bits = firstBits(hash);
    yield* this.#open.places(bits);
    const gone = [...this.#gone.places(bits)];
    for (const table of this.#closed) {
      for (const place of table.places(bits)) {
        const at = gone.indexOf(place);
        if (at === -1) yield place;
        else gone.splice(at, 1);
      }
    }
  }

  copy(): HashIndex {
    this.#close();
    const copy = new HashIndex();
    copy.#closed = this.#closed;
    if (this.#gone.size > 0) copy.#gone = Table.of([this.#gone]);
    return copy;
  }

  /** Few tables: a table takes in those before it that are not much larger. Each entry is copied once for each doubling of a table. */
  #close(): void {
    if (this.#open.size > 0) {
      const tables = [...this.#closed];
      const joined = [this.#open];
      let { size } = this.#open;
      for (let before = tables.at(-1); before !== undefined && before.size < 2 * size; before = tables.at(-1)) {
        size += before.size;
        joined.push(before);
        tables.pop();
      }
      this.#closed = [...tables, joined.length === 1 ? this.#open : Table.of(joined)];
      this.#open = new Table();
    }
    const size = this.#closed.reduce((sum, table) => sum + table.size, 0);
    if (4 * this.#gone.size <= size) return;
    this.#closed = [Table.of(this.#closed, this.#gone)];
    this.#gone = new Table();
  }
}

/** Pairs of a hash's first bits and a place. */
class Table {
  /** The bits and the place plus one; zeros where nothing is. A hash is in the first free slot from its own on. */
  #slots = new Uint32Array(2 * SLOTS);
  #size = 0;

  /** @param without entries to leave out */
  static of(tables: readonly Table[], without?: Table): Table {
    const made = new Table();
    let slots = SLOTS;
    const size = tables.reduce((sum, table) => sum + table.#size, 0);
    while (3 * size > 2 * slots) slots *= 2;
    made.#slots = new Uint32Array(2 * slots);
    for (const table of tables) made.#putAll(table.#slots);
    made.#size = size;
    if (without !== undefined) {
      for (let slot = 0; slot < without.#slots.length; slot += 2) {
        const [bits = 0, place = 0] = [without.#slots[slot], without.#slots[slot + 1]];
        if (place !== 0) made.delete(bits, place - 1);
      }
    }
    return made;
  }

  get size(): number {
    return this.#size;
  }

  add(bits: number, place: number): void {
    if (++this.#size > this.#slots.length / 3) this.#grow();
    this.#put(bits, place + 1);
  }

  count(bits: number, place: number): number {
    let count = 0;
    for (const found of this.places(bits)) if (found === place) count++;
    return count;
  }

  /** @returns whether it was there */
  delete(bits: number, place: number): boolean {
    const slot = this.#size === 0 ? undefined : this.#find(bits, place);
    if (slot === undefined) return false;
    this.#size--;
    this.#clear(slot);
    return true;
  }

  *places(bits: number): Generator<number> {
    for (let slot = this.#slotOf(bits); ; slot = this.#next(slot)) {
      const place = this.#slots[slot + 1] ?? 0;
      if (place === 0) return;
      if (this.#slots[slot] === bits) yield place - 1;
    }
  }

  #find(bits: number, place: number): number | undefined {
    for (let slot = this.#slotOf(bits); this.#slots[slot + 1] !== 0; slot = this.#next(slot)) {
      if (this.#slots[slot] === bits && this.#slots[slot + 1] === place + 1) return slot;
    }
    return undefined;
  }

  #put(bits: number, place: number): void {
    let slot = this.#slotOf(bits);
    while (this.#slots[slot + 1] !== 0) slot = this.#next(slot);
    this.#slots[slot] = bits;
    this.#slots[slot + 1] = place;
  }

  /** The entries that follow without a gap may belong to this slot, which was occupied. */
  #clear(slot: number): void {
    const moved: [bits: number, place: number][] = [];
    for (let at = slot; ; at = this.#next(at)) {
      const [bits = 0, place = 0] = [this.#slots[at], this.#slots[at + 1]];
      if (place === 0) break;
      if (at !== slot) moved.push([bits, place]);
      this.#slots.fill(0, at, at + 2);
    }
    for (const [bits, place] of moved) this.#put(bits, place);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    this.#putAll(before);
  }

  #putAll(slots: Uint32Array): void {
    for (let slot = 0; slot < slots.length; slot += 2) {
      const [bits = 0, place = 0] = [slots[slot], slots[slot + 1]];
      if (place !== 0) this.#put(bits, place);
    }
  }

  #slotOf(bits: number): number {
    return (2 * bits) % this.#slots.length;
  }

  #next(slot: number): number {
    return (slot + 2) % this.#slots.length;
  }
}

function firstBits(hash: string): number {
  const from = hash.startsWith('0x') ? 2 : 0;
  return Number.parseInt(hash.slice(from, from + 8), 16) >>> 0;
}

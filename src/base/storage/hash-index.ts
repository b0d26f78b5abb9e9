/** So many slots at first; always a power of two. */
const SLOTS = 1024;

/**
 * Finds at which places hashes are: eight bytes for each slot, where a `Map` and its strings would take more than a hundred. Only the first
 * 32 bits of a hash are kept, so the caller looks whether it is really there. A place is a whole number from 0 to 2^32 - 2; hashes are hex,
 * with or without 0x.
 */
export class HashIndex {
  /** Pairs of a hash's first bits and its place plus one; zeros where nothing is. A hash is in the first free slot from its own on. */
  #slots = new Uint32Array(2 * SLOTS);
  #size = 0;

  add(hash: string, place: number): void {
    if (++this.#size > this.#slots.length / 3) this.#grow();
    this.#put(firstBits(hash), place + 1);
  }

  /** Takes back an `add` of the same. */
  delete(hash: string, place: number): void {
    const bits = firstBits(hash);
    for (let slot = this.#slotOf(bits); this.#slots[slot + 1] !== 0; slot = this.#next(slot)) {
      if (this.#slots[slot] !== bits || this.#slots[slot + 1] !== place + 1) continue;
      this.#size--;
      this.#clear(slot);
      return;
    }
  }

  /** Returns the first slot for hashes that begin like this one. */
  *places(hash: string): Generator<number> {
    const bits = firstBits(hash);
    for (let slot = this.#slotOf(bits); ; slot = this.#next(slot)) {
      const place = this.#slots[slot + 1] ?? 0;
      if (place === 0) return;
      if (this.#slots[slot] === bits) yield place - 1;
    }
  }

  copy(): HashIndex {
    const copy = new HashIndex();
    copy.#slots = this.#slots.slice();
    copy.#size = this.#size;
    return copy;
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
    for (let slot = 0; slot < before.length; slot += 2) {
      const [bits = 0, place = 0] = [before[slot], before[slot + 1]];
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

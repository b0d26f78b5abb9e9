/** How many numbers are packed at once. To read one of them, those before it are unpacked. */
const GROUP = 128;
/** The size of the memory for packed numbers at first, in bytes. */
const FIRST_BYTES = 256;

/**
 * A list of ascending whole numbers from 0 to 2^53 - 1, which can repeat. Most of them take one byte or a few: groups of them are packed,
 * where an array needs eight bytes for each, and up to four more to grow.
 */
export class AscendingNumbers implements Iterable<number> {
  /** Most lists are too short for it. */
  #groups: Groups | undefined;
  /** Those after the groups: fewer than a group. */
  #rest: number[] = [];

  get length(): number {
    return this.#packed + this.#rest.length;
  }

  get last(): number | undefined {
    return this.#rest.at(-1) ?? (this.#packed === 0 ? undefined : this.at(this.#packed - 1));
  }

  /** @param index at least 0 */
  at(index: number): number | undefined {
    return index < this.#packed ? this.#groups?.at(index) : this.#rest[index - this.#packed];
  }

  /** The list must not change meanwhile. */
  *[Symbol.iterator](): Iterator<number> {
    if (this.#groups !== undefined) yield* this.#groups;
    yield* this.#rest;
  }

  copy(): AscendingNumbers {
    const copy = new AscendingNumbers();
    copy.#groups = this.#groups?.copy();
    copy.#rest = this.#rest.slice();
    return copy;
  }

  /** @param number at least the last one */
  push(number: number): void {
    this.#rest.push(number);
    if (this.#rest.length < GROUP) return;
    this.#groups ??= new Groups();
    this.#groups.push(this.#rest);
    this.#rest = [];
  }

  /** Removes those from a number on. */
  cut(from: number): void {
    for (let { last } = this; last !== undefined && last >= from; last = this.last) {
      if (this.#rest.length === 0) this.#rest = this.#groups?.pop() ?? [];
      this.#rest.pop();
    }
  }

  /** Removes the first ones. @param count at most the length */
  removeFirst(count: number): void {
    const packed = Math.min(count, this.#packed);
    this.#groups?.removeFirst(packed);
    this.#rest.splice(0, count - packed);
  }

  get #packed(): number {
    return this.#groups?.length ?? 0;
  }
}

/** Groups of numbers: the first one of each, and the differences to those before, seven bits in each byte, the lowest ones first. */
class Groups implements Iterable<number> {
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;
  #firsts: number[] = [];
  /** Where the differences of each group begin. */
  #places: number[] = [];
  /** How many of the first group were removed. */
  #gone = 0;

  get length(): number {
    return this.#firsts.length * GROUP - this.#gone;
  }

  at(index: number): number | undefined {
    const place = index + this.#gone;
    return this.#unpack(Math.floor(place / GROUP), (place % GROUP) + 1).at(-1);
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let group = 0; group < this.#firsts.length; group++) yield* this.#unpack(group).slice(group === 0 ? this.#gone : 0);
  }

  copy(): Groups {
    const copy = new Groups();
    copy.#bytes = this.#bytes.slice();
    copy.#used = this.#used;
    copy.#firsts = this.#firsts.slice();
    copy.#places = this.#places.slice();
    copy.#gone = this.#gone;
    return copy;
  }

  push(group: readonly number[]): void {
    const [first = 0, ...others] = group;
    this.#firsts.push(first);
    this.#places.push(this.#used);
    let before = first;
    for (const number of others) {
      this.#write(number - before);
      before = number;
    }
  }

  /** Removes the last group. @returns what it still had */
  pop(): number[] {
    const numbers = this.#unpack(this.#firsts.length - 1);
    this.#firsts.pop();
    this.#used = this.#places.pop() ?? 0;
    if (this.#firsts.length > 0) return numbers;
    const gone = this.#gone;
    this.#gone = 0;
    return numbers.slice(gone);
  }

  removeFirst(count: number): void {
    const groups = Math.floor((this.#gone + count) / GROUP);
    this.#gone += count - groups * GROUP;
    if (groups === 0) return;
    const start = this.#places[groups] ?? this.#used;
    this.#bytes.copyWithin(0, start, this.#used);
    this.#used -= start;
    this.#firsts = this.#firsts.slice(groups);
    this.#places = this.#places.slice(groups).map((place) => place - start);
  }

  #unpack(group: number, count = GROUP): number[] {
    let number = this.#firsts[group] ?? 0;
    let at = this.#places[group] ?? 0;
    const numbers = [number];
    while (numbers.length < count) {
      let unit = 1;
      let byte = this.#bytes[at++] ?? 0;
      for (; byte >= 0x80; byte = this.#bytes[at++] ?? 0) {
        number += (byte - 0x80) * unit;
        unit *= 0x80;
      }
      number += byte * unit;
      numbers.push(number);
    }
    return numbers;
  }

  #write(difference: number): void {
    let left = difference;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.#byte(0x80 + (left % 0x80));
    this.#byte(left);
  }

  #byte(byte: number): void {
    if (this.#used === this.#bytes.length) {
      const grown = new Uint8Array(this.#used + Math.max(FIRST_BYTES, this.#used >> 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#used++] = byte;
  }
}

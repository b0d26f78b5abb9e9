import { createTurns } from '../turns.js';

/** Writes the fields of state files: the counterpart of `ByteReader` in `byte-reader.ts`, which documents their forms. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param size for how many bytes there is room at first */
  constructor(size = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 to 2^53 - 1. */
  number(value: number): void {
    let left = value;
    const at = this.#reserve(8);
    let end = at;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.#bytes[end++] = (left % 0x80) | 0x80;
    this.#bytes[end++] = left;
    this.#length = end;
  }

  flag(value: boolean): void {
    this.number(value ? 1 : 0);
  }

  /** An amount from 0 to 2^128 - 1. */
  amount(value: bigint): void {
    const at = this.#reserve(17);
    let end = at + 1;
    for (let left = value; left > 0n; left >>= 32n) end = this.#bytes.writeUInt32LE(Number(left & 0xffff_ffffn), end);
    while (end > at + 1 && this.#bytes[end - 1] === 0) end--;
    this.#bytes[at] = end - at - 1;
    this.#length = end;
  }

  double(value: number): void {
    this.#length = this.#bytes.writeDoubleBE(value, this.#reserve(8));
  }

  /** Bytes without their length. */
  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
    this.#length = at + bytes.length;
  }

  bytes(bytes: Uint8Array): void {
    this.number(bytes.length);
    this.raw(bytes);
  }

  /** @param hex of a known number of bytes, without 0x */
  hash(hex: string): void {
    const at = this.#reserve(hex.length / 2);
    this.#length = at + this.#bytes.write(hex, at, 'hex');
  }

  text(text: string): void {
    this.bytes(Buffer.from(text));
  }

  /** A list, or another collection with a size. */
  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.number(items.length);
    for (const item of items) write(item);
  }

  /** As `list`, for lists that may be long: others get their turns between their items. @param write may return a promise */
  async listInTurns<T>(items: readonly T[], write: (item: T) => unknown): Promise<void> {
    this.number(items.length);
    const giveWay = createTurns();
    for (const item of items) {
      const pending = write(item);
      if (pending instanceof Promise) await pending;
      await giveWay();
    }
  }

  /** @param write writes a value that is not undefined */
  optional<T>(value: T | undefined, write: (value: T) => void): void {
    this.flag(value !== undefined);
    if (value !== undefined) write(value);
  }

  /** Returns the bytes so far: a view, which the next write may change. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes room, and returns where it begins. */
  #reserve(length: number): number {
    const needed = this.#length + length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    return this.#length;
  }
}

import { isUtf8 } from '#platform/text.js';
import { createTurns } from '../turns.js';
import { at } from './format-error.js';

/** Bytes of the largest amount, below 2^128. */
const AMOUNT = 16;

/** Reads the fields of state files, front to back. All methods throw RangeError or FormatError for bytes that `ByteWriter` does not write. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  /**
   * A whole number: seven bits in each byte, the lowest first; all bytes but the last have the highest bit set (LEB128).
   * @param most a limit for what becomes a length, a loop or a time
   */
  number(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#take(1)] as number;
      value += (byte & 0x7f) * scale;
      if (!(value <= most)) throw new RangeError(`a number above ${most}`);
      if (byte < 0x80) return value;
    }
  }

  /** The number 0 or 1. */
  flag(): boolean {
    return this.number(1) === 1;
  }

  /** The number of bytes in one byte, then an amount in as few bytes as it needs, the lowest first. */
  amount(): bigint {
    const length = this.#bytes[this.#take(1)] as number;
    if (length > AMOUNT) throw new RangeError(`an amount of ${length} bytes`);
    const at = this.#take(length);
    if (length <= 6) return BigInt(length === 0 ? 0 : this.#bytes.readUIntLE(at, length));
    let value = 0n;
    for (let index = length - 1; index >= 0; index--) value = (value << 8n) | BigInt(this.#bytes[at + index] as number);
    return value;
  }

  /** A double of IEEE 754, big-endian. */
  double(): number {
    return this.#bytes.readDoubleBE(this.#take(8));
  }

  /** Bytes without their length: a view, not a copy. */
  raw(length: number): Buffer {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** A number, then so many bytes: a view, not a copy. */
  bytes(): Buffer {
    return this.raw(this.number());
  }

  /** As `raw`, a plain copy: what is kept does not keep all the bytes in memory. */
  rawCopy(length: number): Uint8Array {
    const at = this.#take(length);
    return new Uint8Array(this.#bytes.subarray(at, at + length));
  }

  /** As `bytes`, a plain copy. */
  bytesCopy(): Uint8Array {
    return this.rawCopy(this.number());
  }

  /** Returns bytes as hex without 0x. @param length in bytes @default 32 */
  hash(length = 32): string {
    const at = this.#take(length);
    return this.#bytes.toString('hex', at, at + length);
  }

  /** The bytes of a text in UTF-8. */
  text(): string {
    const length = this.number();
    const at = this.#take(length);
    if (!isUtf8(this.#bytes.subarray(at, at + length))) throw new RangeError('a text that is no UTF-8');
    return this.#bytes.toString('utf8', at, at + length);
  }

  /** As `list`, for items that go elsewhere. */
  each(read: () => void): void {
    const count = this.number();
    let index = 0;
    try {
      for (; index < count; index++) read();
    } catch (error) {
      at(index, () => {
        throw error;
      });
    }
  }

  /** As `each`, for lists that may be long: others get their turns between their items. @param read may return a promise */
  async eachInTurns(read: () => unknown): Promise<void> {
    const count = this.number();
    const giveWay = createTurns();
    let index = 0;
    try {
      for (; index < count; index++) {
        const pending = read();
        if (pending instanceof Promise) await pending;
        await giveWay();
      }
    } catch (error) {
      at(index, () => {
        throw error;
      });
    }
  }

  /** A number, then so many items. */
  list<T>(read: () => T): T[] {
    const items: T[] = [];
    this.each(() => void items.push(read()));
    return items;
  }

  /** As `list`, for lists that may be long: others get their turns between their items. */
  async listInTurns<T>(read: () => T): Promise<T[]> {
    const items: T[] = [];
    await this.eachInTurns(() => void items.push(read()));
    return items;
  }

  /** A flag; then the value if it is set. */
  optional<T>(read: () => T): T | undefined {
    return this.flag() ? read() : undefined;
  }

  /** Nothing may follow. */
  end(): void {
    if (this.remaining > 0) throw new RangeError(`${this.remaining} bytes follow`);
  }

  #take(length: number): number {
    const at = this.#at;
    if (length > this.#bytes.length - at) throw new RangeError('the bytes end too early');
    this.#at = at + length;
    return at;
  }
}

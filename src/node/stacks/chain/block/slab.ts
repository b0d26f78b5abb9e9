import { pageBytes } from '../../page-bytes.js';

/** Pages are not in use before they are written to. */
const SIZE = 1024 * 1024;

/** Bytes that never change, record after record: so many small buffers would take more memory than what is in them. */
export class Slab {
  readonly bytes: Buffer;
  #used = 0;

  private constructor(size: number) {
    this.bytes = Buffer.from(pageBytes(size).buffer, 0, size);
  }

  /** The slab if it has room for so many bytes, otherwise a new one. */
  static withRoom(slab: Slab | undefined, length: number): Slab {
    if (slab !== undefined && slab.#used + length <= slab.bytes.length) return slab;
    return new Slab(Math.max(SIZE, length));
  }

  /** @returns where the record begins */
  append(record: Buffer): number {
    const at = this.#used;
    record.copy(this.bytes, at);
    this.#used += record.length;
    return at;
  }
}

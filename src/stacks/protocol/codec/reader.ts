import { CodecError, malformed } from './error.js';

/** Of stacks-core's peer protocol: 16 MB and the envelope. */
const MAX_MESSAGE_LENGTH = 16_777_217 + 837;

/** Reads big-endian fields from a byte string, front to back. Every method throws {@link CodecError} `eof` past the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** How many bytes have been read. */
  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  /** What has not been read, as a view. */
  get rest(): Buffer {
    return this.#bytes.subarray(this.#offset);
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1));
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  /**
   * How many items follow, each of which takes `size` bytes in the node's memory: it refuses what no message could hold.
   * @throws CodecError `invalid`
   */
  count(size: number): number {
    const count = this.u32();
    const total = size * count;
    if (total > MAX_MESSAGE_LENGTH) throw malformed(`Message occupies too many bytes (tried to allocate ${size}*${count}=${total})`);
    return count;
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#take(8));
  }

  /** A view, not a copy: the bytes of a transaction do not change. */
  bytes(length: number): Buffer {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** What has been read since `start`, as a view. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#offset);
  }

  #take(length: number): number {
    const at = this.#offset;
    if (length > this.#bytes.length - at) throw new CodecError('eof', 'failed to fill whole buffer');
    this.#offset = at + length;
    return at;
  }
}

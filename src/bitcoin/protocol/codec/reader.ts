import { DecodeError } from './error.js';

/** The largest length or count that Core reads from the wire: 32 MiB. */
const MAX_SIZE = 0x02000000;

/** Reads Bitcoin's little-endian wire format front to back. Every method throws DecodeError at the end of the data. */
export type Reader = {
  /** Returns the number of unread bytes. */
  remaining(): number;
  /** Returns the number of bytes read. */
  position(): number;
  uint8(): number;
  uint32(): number;
  int32(): number;
  int64(): bigint;
  /** Returns a copy of the next `length` bytes. */
  bytes(length: number): Uint8Array;
  /** Reads a CompactSize in its shortest form, as Core requires. */
  compactSize(): number;
  /** Reads bytes after their CompactSize length. */
  varBytes(): Uint8Array;
};

/** Creates a {@link Reader} of `input`. @param name the name of Core's stream, for messages */
export function createReader(input: Uint8Array, name: 'DataStream' | 'SpanReader' = 'DataStream'): Reader {
  // A plain view: `slice` of a Buffer shares memory instead of copying.
  const data = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let offset = 0;

  const advance = (length: number): number => {
    const start = offset;
    if (length > data.length - start) throw new DecodeError(`${name}::read(): end of data`);
    offset = start + length;
    return start;
  };
  const uint8 = () => view.getUint8(advance(1));
  const bytes = (length: number) => {
    const start = advance(length);
    return data.slice(start, start + length);
  };
  const canonical = (value: number, least: number) => {
    if (value < least) throw new DecodeError('non-canonical ReadCompactSize()');
    return value;
  };
  const compactSize = () => {
    const first = uint8();
    let size = first;
    if (first === 0xfd) size = canonical(view.getUint16(advance(2), true), 0xfd);
    else if (first === 0xfe) size = canonical(view.getUint32(advance(4), true), 0x10000);
    else if (first === 0xff) size = canonical(Number(view.getBigUint64(advance(8), true)), 0x100000000);
    if (size > MAX_SIZE) throw new DecodeError('ReadCompactSize(): size too large');
    return size;
  };

  return {
    remaining: () => data.length - offset,
    position: () => offset,
    uint8,
    uint32: () => view.getUint32(advance(4), true),
    int32: () => view.getInt32(advance(4), true),
    int64: () => view.getBigInt64(advance(8), true),
    bytes,
    compactSize,
    varBytes: () => bytes(compactSize()),
  };
}

/** Writes Bitcoin's little-endian wire format. */
export type Writer = {
  uint8(value: number): void;
  uint32(value: number): void;
  int32(value: number): void;
  int64(value: bigint): void;
  bytes(value: Uint8Array): void;
  compactSize(value: number): void;
  /** Writes the length as CompactSize, then the bytes. */
  varBytes(value: Uint8Array): void;
  /** Returns the bytes, which are no longer written to. */
  finish(): Uint8Array;
};

/** Creates a {@link Writer}. @param capacity the expected number of bytes, a hint */
export function createWriter(capacity = 256): Writer {
  let data = new Uint8Array(capacity);
  let view = new DataView(data.buffer);
  let length = 0;

  const reserve = (size: number): number => {
    const start = length;
    length = start + size;
    if (length > data.length) {
      const grown = new Uint8Array(Math.max(length, data.length * 2));
      grown.set(data);
      data = grown;
      view = new DataView(data.buffer);
    }
    return start;
  };
  const uint8 = (value: number) => {
    const at = reserve(1);
    view.setUint8(at, value);
  };
  const uint32 = (value: number) => {
    const at = reserve(4);
    view.setUint32(at, value, true);
  };
  const bytes = (value: Uint8Array) => {
    const at = reserve(value.length);
    data.set(value, at);
  };
  const compactSize = (value: number) => {
    if (value < 0xfd) return uint8(value);
    if (value <= 0xffff) {
      const at = reserve(3);
      view.setUint8(at, 0xfd);
      view.setUint16(at + 1, value, true);
    } else {
      uint8(0xfe);
      uint32(value);
    }
  };

  return {
    uint8,
    uint32,
    int32: uint32,
    int64: (value) => {
      const at = reserve(8);
      view.setBigInt64(at, value, true);
    },
    bytes,
    compactSize,
    varBytes: (value) => {
      compactSize(value.length);
      bytes(value);
    },
    finish: () => (length === data.length ? data : data.slice(0, length)),
  };
}

/** Returns the size of a CompactSize of this value, in bytes. */
export function compactSizeLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : 5;
}

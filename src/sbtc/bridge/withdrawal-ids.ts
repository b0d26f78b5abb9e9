/**
 * The ids of withdrawals in the data output of a sweep, as sBTC's signers write them (stacks-sbtc/sbtc: sbtc/src/idpack): segments of an
 * offset, the length of a bitmap, and the bitmap of the ids after the offset. Numbers are LEB128; offsets count from the last id before.
 */
export function encodeWithdrawalIds(ids: readonly bigint[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0n;
  for (const segment of segments(ids)) {
    const [offset = 0n, ...rest] = segment;
    const last = segment.at(-1) ?? offset;
    const bitmap = new Uint8Array(bitmapLength(offset, last));
    for (const id of rest) {
      const bit = Number(id - offset - 1n);
      bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    bytes.push(...leb128(offset - before), ...leb128(BigInt(bitmap.length)), ...bitmap);
    before = last;
  }
  return Uint8Array.from(bytes);
}

/** Returns the ids of {@link encodeWithdrawalIds}; undefined if the bytes are not understood. */
export function decodeWithdrawalIds(bytes: Uint8Array): bigint[] | undefined {
  const ids: bigint[] = [];
  let at = 0;
  const number = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const delta = number();
    const length = number();
    if (delta === undefined || length === undefined || length > bytes.length - at) return undefined;
    const offset = (ids.at(-1) ?? 0n) + delta;
    ids.push(offset);
    for (let bit = 0; bit < Number(length) * 8; bit++) {
      if (((bytes[at + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) ids.push(offset + BigInt(bit) + 1n);
    }
    at += Number(length);
  }
  return ids;
}

/** Splits sorted ids where a new segment takes fewer bytes than a longer bitmap. */
function segments(ids: readonly bigint[]): bigint[][] {
  const all: bigint[][] = [];
  for (const id of ids) {
    const current = all.at(-1);
    const [offset] = current ?? [];
    const last = current?.at(-1);
    if (current === undefined || offset === undefined || last === undefined || split(offset, last, id)) all.push([id]);
    else current.push(id);
  }
  return all;
}

function split(offset: bigint, last: bigint, next: bigint): boolean {
  const size = (length: number): number => leb128(BigInt(length)).length + length;
  const combined = size(bitmapLength(offset, next));
  // An offset, and one byte for the length of an empty bitmap.
  const apart = size(bitmapLength(offset, last)) + leb128(next - last).length + 1;
  return apart < combined;
}

function bitmapLength(offset: bigint, last: bigint): number {
  return Math.ceil(Number(last - offset) / 8);
}

function leb128(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...leb128(value >> 7n)];
}

/** Big-endian integers as byte strings, for {@link Buffer.concat}. */
export function u8(value: number): Buffer {
  return Buffer.of(value);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** A name with its length in one byte, as SIP-005 writes contract and function names. */
export function name(text: string): Buffer {
  return Buffer.concat([u8(text.length), Buffer.from(text, 'latin1')]);
}

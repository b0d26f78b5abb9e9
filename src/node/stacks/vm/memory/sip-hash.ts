const MASK = 2n ** 64n - 1n;

/** Returns the hash of a string as Rust's `HashMap` computes it: SipHash-1-3 of the text and a byte 0xff. @param key two times 64 bits */
export function hashText(text: string, [k0, k1]: readonly [bigint, bigint]): bigint {
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;

  function round(): void {
    v0 = (v0 + v1) & MASK;
    v2 = (v2 + v3) & MASK;
    v1 = rotate(v1, 13n) ^ v0;
    v3 = rotate(v3, 16n) ^ v2;
    v0 = rotate(v0, 32n);
    v2 = (v2 + v1) & MASK;
    v0 = (v0 + v3) & MASK;
    v1 = rotate(v1, 17n) ^ v2;
    v3 = rotate(v3, 21n) ^ v0;
    v2 = rotate(v2, 32n);
  }

  function absorb(word: bigint): void {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  const length = Buffer.byteLength(text) + 1;
  const bytes = Buffer.alloc(8 * (Math.floor(length / 8) + 1));
  bytes.write(text);
  bytes[length - 1] = 0xff;
  // The last byte of the last word is the length.
  bytes[bytes.length - 1] = length & 0xff;
  for (let at = 0; at < bytes.length; at += 8) absorb(bytes.readBigUInt64LE(at));
  v2 ^= 0xffn;
  for (let i = 0; i < 3; i++) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

function rotate(word: bigint, bits: bigint): bigint {
  return ((word << bits) & MASK) | (word >> (64n - bits));
}

/**
 * Parses a signature to 64 bytes (r, s), in the lax DER that Bitcoin accepted before BIP66: negative numbers, padding, long lengths
 * and trailing bytes are allowed. A number beyond 32 bytes gives zeroes, which no signature check accepts.
 * @returns undefined if it is not lax DER either
 */
export function parseLaxDer(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== 0x30) return undefined;
  const sequence = skipSequenceLength(der);
  const r = sequence === undefined ? undefined : readInteger(der, sequence);
  const s = r === undefined ? undefined : readInteger(der, r.next);
  if (r === undefined || s === undefined) return undefined;
  const compact = new Uint8Array(64);
  if (r.value.length > 32 || s.value.length > 32) return compact;
  compact.set(r.value, 32 - r.value.length);
  compact.set(s.value, 64 - s.value.length);
  return compact;
}

/** Returns the offset after the sequence's length. Ignores its value. */
function skipSequenceLength(der: Uint8Array): number | undefined {
  const first = der[1];
  if (first === undefined) return undefined;
  const next = 2 + ((first & 0x80) === 0 ? 0 : first & 0x7f);
  return next > der.length ? undefined : next;
}

function readInteger(der: Uint8Array, offset: number): { value: Uint8Array; next: number } | undefined {
  const first = der[offset + 1];
  if (der[offset] !== 0x02 || first === undefined) return undefined;
  let at = offset + 2;
  let length = first;
  if ((first & 0x80) !== 0) {
    const end = at + (first & 0x7f);
    if (end > der.length) return undefined;
    while (at < end && der[at] === 0) at++;
    if (end - at >= 4) return undefined;
    for (length = 0; at < end; at++) length = length * 256 + (der[at] ?? 0);
  }
  const next = at + length;
  if (next > der.length) return undefined;
  while (at < next && der[at] === 0) at++;
  return { value: der.subarray(at, next), next };
}

/** Encodes a 64-byte signature as strict DER. */
export function encodeDer(compact: Uint8Array): Uint8Array {
  const r = derInteger(compact.subarray(0, 32));
  const s = derInteger(compact.subarray(32, 64));
  return Uint8Array.of(0x30, r.length + s.length, ...r, ...s);
}

function derInteger(bytes: Uint8Array): number[] {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = [...bytes.subarray(start)];
  if (((digits[0] ?? 0) & 0x80) !== 0) digits.unshift(0);
  return [0x02, digits.length, ...digits];
}

import { ScriptFailure } from './error.js';

/** The maximum bytes of an operand of the arithmetic opcodes. Results may be longer. */
const MAX_NUMBER_SIZE = 4;

/**
 * Decodes a number from the stack: little-endian, sign and magnitude.
 * @param minimal reject encodings that are longer than needed
 * @param maxSize bytes; lock times take 5. @default 4
 * @throws ScriptFailure SCRIPTNUM
 */
export function decodeNumber(bytes: Uint8Array, minimal: boolean, maxSize = MAX_NUMBER_SIZE): number {
  const { length } = bytes;
  if (length > maxSize) throw new ScriptFailure('SCRIPTNUM');
  if (length === 0) return 0;
  const last = bytes[length - 1] ?? 0;
  // The last byte may consist of only a sign if the byte before it uses its highest bit.
  if (minimal && (last & 0x7f) === 0 && ((bytes[length - 2] ?? 0) & 0x80) === 0) throw new ScriptFailure('SCRIPTNUM');
  let magnitude = last & 0x7f;
  for (let i = length - 2; i >= 0; i--) magnitude = magnitude * 256 + (bytes[i] ?? 0);
  return (last & 0x80) !== 0 ? 0 - magnitude : magnitude;
}

/** Returns the shortest encoding of a safe integer. Zero is empty. */
export function encodeNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  const top = bytes.at(-1);
  if (top === undefined) return new Uint8Array(0);
  const sign = value < 0 ? 0x80 : 0;
  if ((top & 0x80) !== 0) bytes.push(sign);
  else bytes[bytes.length - 1] = top | sign;
  return Uint8Array.from(bytes);
}

/** Whether bytes are true: not zero, and not negative zero. */
export function toBoolean(bytes: Uint8Array): boolean {
  const last = bytes.length - 1;
  return bytes.some((byte, index) => byte !== 0 && !(index === last && byte === 0x80));
}

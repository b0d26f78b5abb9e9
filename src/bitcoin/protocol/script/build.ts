import { encodeNumber } from './interpreter/number.js';
import { OP } from './opcodes.js';

/**
 * Builds a script from opcodes (numbers) and pushes (bytes).
 * @example buildScript([OP.DUP, OP.HASH160, keyHash, OP.EQUALVERIFY, OP.CHECKSIG])
 */
export function buildScript(parts: (number | Uint8Array)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : pushData(part)))));
}

/** Pushes the bytes after their length. Does not use the opcodes of small numbers, as in Core's `CScript << vector`. */
export function pushData(data: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([pushPrefix(data.length), data]));
}

function pushPrefix(length: number): Uint8Array {
  if (length < OP.PUSHDATA1) return Uint8Array.of(length);
  if (length <= 0xff) return Uint8Array.of(OP.PUSHDATA1, length);
  if (length <= 0xffff) return Uint8Array.of(OP.PUSHDATA2, length & 0xff, length >> 8);
  return Uint8Array.of(OP.PUSHDATA4, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24);
}

/** Returns the shortest push of a number: an opcode for −1 to 16. */
export function pushNumber(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(OP[0]);
  if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(OP[1] - 1 + value);
  return pushData(encodeNumber(value));
}

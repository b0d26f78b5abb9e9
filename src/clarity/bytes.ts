/** Bytes as hex, without Node's `Buffer`: the VM runs in browsers, too. */

import { isHexBytes } from '../base/hex-digits.js';

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += BYTES[byte];
  return hex;
}

/** Returns the bytes of a hex text, or undefined for a text that is not hex. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  if (!isHexBytes(hex)) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Returns one character for each byte. */
export function latin1Of(bytes: Uint8Array): string {
  if (bytes.length <= MOST_ARGUMENTS) return charactersOf(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS) text += charactersOf(bytes.subarray(at, at + MOST_ARGUMENTS));
  return text;
}

/** `apply` takes a limited number of arguments. */
const MOST_ARGUMENTS = 8192;

function charactersOf(bytes: Uint8Array): string {
  // Not by spreading them, which iterates. The type of `apply` knows arrays only.
  return String.fromCharCode.apply(undefined, bytes as unknown as number[]);
}

/** Returns one byte for each character below 256. */
export function bytesOfLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Returns whether two arrays have the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

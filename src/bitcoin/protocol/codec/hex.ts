import { isHexBytes } from '../../../base/hex-digits.js';
import { DecodeError } from './error.js';

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Whether the text is an even, non-zero number of hex digits (Core's `IsHex`). */
export function isHex(text: string): boolean {
  return text.length > 0 && isHexBytes(text);
}

/** Decodes hex, which may be empty. @throws DecodeError on an odd length or another character */
export function fromHex(text: string): Uint8Array {
  if (text !== '' && !isHex(text)) throw new DecodeError('not a hex string');
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** Formats a 32-byte hash in display order: internal byte order reversed. */
export function hashToHex(hash: Uint8Array): string {
  return toHex(hash.toReversed());
}

/** Parses a hash in display order to internal byte order. @throws DecodeError unless it is 64 hex digits */
export function hashFromHex(text: string): Uint8Array {
  if (text.length !== 64) throw new DecodeError('not a 32-byte hash');
  return fromHex(text).reverse();
}

/** Compares hashes in display order as Core's sets do: by their bytes, which hex shows in reverse. */
export function compareHashes(a: string, b: string): number {
  return Buffer.compare(hashFromHex(a), hashFromHex(b));
}

/** Whether two byte arrays are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

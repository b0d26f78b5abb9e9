import { isHexBytes } from '../../../base/hex-digits.js';

/** The bytes of an even number of hex digits without 0x; undefined for anything else. */
export function parseHex(text: string): Buffer | undefined {
  return isHexBytes(text) ? Buffer.from(text, 'hex') : undefined;
}

/** The same, with 0x or without. */
export function parsePrefixedHex(text: string): Buffer | undefined {
  return parseHex(text.startsWith('0x') ? text.slice(2) : text);
}

import { equalBytes } from '../../codec/hex.js';
import { hash256 } from '../../crypto/hash.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS: ReadonlyMap<string, number> = new Map([...ALPHABET].map((digit, value) => [digit, value]));
const CHECKSUM_SIZE = 4;

export function encodeBase58(bytes: Uint8Array): string {
  const zeroes = leadingZeroes(bytes);
  const digits: number[] = [];
  for (const byte of bytes.subarray(zeroes)) addDigit(digits, byte, 256, 58);
  const text = digits.toReversed().map((digit) => ALPHABET[digit]);
  return '1'.repeat(zeroes) + text.join('');
}

/**
 * Decodes base58. Ignores surrounding white space, as Core does.
 * @param maxLength bytes; a longer text returns undefined early
 */
export function decodeBase58(text: string, maxLength: number): Uint8Array | undefined {
  const trimmed = withoutSpace(text);
  const digits = trimmed.replace(/^1+/, '');
  const zeroes = trimmed.length - digits.length;
  const bytes: number[] = [];
  for (const digit of digits) {
    const value = DIGITS.get(digit);
    if (value === undefined) return undefined;
    addDigit(bytes, value, 58, 256);
    if (zeroes + bytes.length > maxLength) return undefined;
  }
  return zeroes > maxLength ? undefined : Uint8Array.from([...new Array<number>(zeroes).fill(0), ...bytes.reverse()]);
}

/** Removes white space of C's `isspace` at both ends, in one pass: a pattern with an end would try every start of a run inside. */
function withoutSpace(text: string): string {
  const isSpace = (at: number): boolean => ' \f\n\r\t\v'.includes(text.charAt(at));
  let [begin, end] = [0, text.length];
  while (begin < end && isSpace(begin)) begin++;
  while (end > begin && isSpace(end - 1)) end--;
  return text.slice(begin, end);
}

/** Multiplies a little-endian number in base `to` by `from` and adds a digit. */
function addDigit(number: number[], digit: number, from: number, to: number): void {
  let carry = digit;
  for (let i = 0; i < number.length; i++) {
    carry += (number[i] ?? 0) * from;
    number[i] = carry % to;
    carry = Math.floor(carry / to);
  }
  for (; carry > 0; carry = Math.floor(carry / to)) number.push(carry % to);
}

function leadingZeroes(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.length : first;
}

/** Encodes the bytes and the first four of their double SHA-256 as base58. */
export function encodeBase58Check(bytes: Uint8Array): string {
  return encodeBase58(Buffer.concat([bytes, checksum(bytes)]));
}

/** Decodes base58 with a checksum. Returns undefined if the checksum is wrong or there are more than `maxLength` bytes. */
export function decodeBase58Check(text: string, maxLength: number): Uint8Array | undefined {
  const bytes = decodeBase58(text, maxLength + CHECKSUM_SIZE);
  if (bytes === undefined || bytes.length < CHECKSUM_SIZE) return undefined;
  const payload = bytes.slice(0, -CHECKSUM_SIZE);
  return equalBytes(checksum(payload), bytes.subarray(-CHECKSUM_SIZE)) ? payload : undefined;
}

function checksum(bytes: Uint8Array): Uint8Array {
  return hash256(bytes).subarray(0, CHECKSUM_SIZE);
}

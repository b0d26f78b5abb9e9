import { hash as digest } from '#platform/crypto.js';

/** The digits of c32, from 0 to 31. */
export const C32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The characters that read as digits: look-alikes and lower case, too (stacks-common/src/address/c32.rs). */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...[...C32_DIGITS].flatMap((char, digit): [string, number][] => [
    [char, digit],
    [char.toLowerCase(), digit],
  ]),
  ...(['O', 'o'].map((char) => [char, 0]) as [string, number][]),
  ...(['L', 'l', 'I', 'i'].map((char) => [char, 1]) as [string, number][]),
]);

/** The longest text that is decoded: an address has at most 41 characters. */
const MAX_LENGTH = 128;

/** Returns the c32check text of a version, below 32, and a hash. */
export function encodeC32(version: number, hash: Uint8Array): string {
  const bytes = new Uint8Array(hash.length + 4);
  bytes.set(hash);
  bytes.set(checksum(version, hash), hash.length);
  return `S${C32_DIGITS[version]}${encode(bytes)}`;
}

/** Returns the version and hash of a c32check text; for another text, what the node says about it. */
export function decodeC32(text: string): { version: number; hash: Uint8Array } | string {
  if (text.length <= 5 || text.length > MAX_LENGTH) return 'Invalid crockford 32 string';
  const version = DIGITS.get(text.charAt(1));
  const bytes = decode(text.slice(2));
  if (version === undefined || bytes === undefined || bytes.length < 4) return 'Invalid crockford 32 string';
  const hash = bytes.subarray(0, -4);
  const isRight = checksum(version, hash).every((byte, at) => byte === bytes[hash.length + at]);
  return isRight ? { version, hash } : 'base58ck checksum does not match expected';
}

function checksum(version: number, hash: Uint8Array): Uint8Array {
  const data = new Uint8Array(1 + hash.length);
  data[0] = version;
  data.set(hash, 1);
  return digest('sha256', digest('sha256', data, 'buffer'), 'buffer').subarray(0, 4);
}

/** Crockford's base 32 of a big number, with one `0` for each leading zero byte. */
function encode(bytes: Uint8Array): string {
  const zeros = leadingZeros(bytes);
  let text = '';
  let carry = 0;
  let bits = 0;
  for (let at = bytes.length - 1; at >= zeros; at--) {
    carry |= (bytes[at] as number) << bits;
    for (bits += 8; bits >= 5; bits -= 5, carry >>= 5) text = C32_DIGITS.charAt(carry & 31) + text;
  }
  return '0'.repeat(zeros) + (C32_DIGITS.charAt(carry) + text).replace(/^0+/, '');
}

function decode(text: string): Uint8Array | undefined {
  const digits: number[] = [];
  for (const char of text) {
    const digit = DIGITS.get(char);
    if (digit === undefined) return undefined;
    digits.push(digit);
  }
  const bytes: number[] = [];
  let carry = 0;
  let bits = 0;
  for (const digit of digits.toReversed()) {
    carry |= digit << bits;
    bits += 5;
    if (bits >= 8) {
      bytes.push(carry & 255);
      bits -= 8;
      carry >>= 8;
    }
  }
  if (bits > 0) bytes.push(carry);
  while (bytes.at(-1) === 0) bytes.pop();
  return Uint8Array.from([...digits.slice(0, leadingZeros(digits)).map(() => 0), ...bytes.reverse()]);
}

function leadingZeros(digits: ArrayLike<number>): number {
  let count = 0;
  while (count < digits.length && digits[count] === 0) count++;
  return count;
}

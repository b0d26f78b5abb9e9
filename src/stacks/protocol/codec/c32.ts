import { sha256 } from './hash.js';
import { RecentResults } from './recent-results.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A Stacks address: five-bit version and the hash of the key or script. */
export type Address = { version: number; hash: Buffer };

/** Address versions of SIP-005; other chains' versions are accepted inside values. */
export const ADDRESS_VERSION = { mainnetSingle: 22, mainnetMulti: 20, testnetSingle: 26, testnetMulti: 21 } as const;

/** The characters of the longest address: prefix, version, and 24 bytes as digits of five bits. */
const LONGEST = 2 + Math.ceil((24 * 8) / 5);

const encoded = new RecentResults<string>();
const decoded = new RecentResults<Readonly<Address> | undefined>();

/**
 * The c32check text of an address, for example `ST000000000000000000002AMW42H`.
 * @throws RangeError for a version above 31
 */
export function encodeAddress({ version, hash }: Address): string {
  const symbol = ALPHABET[version];
  if (symbol === undefined) throw new RangeError(`address version ${version} is above 31`);
  return encoded.get(symbol + hash.toString('latin1'), () => `S${symbol}${c32(Buffer.concat([hash, checksum(version, hash)]))}`);
}

/**
 * The address in a c32check text; undefined if it is not one (letters, length, version or checksum). As in the node, the
 * first letter is not looked at, and lower case and the look-alikes O, L and I are read. Callers share the hash.
 */
export function decodeAddress(text: string): Readonly<Address> | undefined {
  // Decoding takes the square of the length.
  return text.length > LONGEST ? undefined : decoded.get(text, () => decode(text));
}

function decode(text: string): Address | undefined {
  const normal = text.toUpperCase().replaceAll('O', '0').replaceAll(/[LI]/g, '1');
  if (normal.length <= 5) return undefined;
  const version = ALPHABET.indexOf(normal.charAt(1));
  const bytes = parseC32(normal.slice(2));
  if (version < 0 || bytes === undefined || bytes.length !== 24) return undefined;
  const hash = bytes.subarray(0, 20);
  return checksum(version, hash).equals(bytes.subarray(20)) ? { version, hash } : undefined;
}

function checksum(version: number, hash: Uint8Array): Buffer {
  return sha256(sha256(Buffer.concat([Buffer.of(version), hash]))).subarray(0, 4);
}

/** Crockford's base 32 of a big number, with one `0` for every leading zero byte. */
function c32(bytes: Buffer): string {
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start < 0) return '0'.repeat(bytes.length);
  let text = '';
  let carry = 0;
  let bits = 0;
  for (let at = bytes.length - 1; at >= start; at--) {
    carry |= (bytes[at] ?? 0) << bits;
    for (bits += 8; bits >= 5; bits -= 5, carry >>= 5) text = ALPHABET.charAt(carry & 31) + text;
  }
  // What is left over of the top byte is a digit unless it is zero, and so may be the digit before it.
  const digits = (ALPHABET.charAt(carry) + text).replace(/^0+/, '');
  return '0'.repeat(start) + digits;
}

function parseC32(text: string): Buffer | undefined {
  let value = 0n;
  for (const symbol of text) {
    const digit = ALPHABET.indexOf(symbol);
    if (digit < 0) return undefined;
    value = (value << 5n) | BigInt(digit);
  }
  const digits = value === 0n ? '' : value.toString(16);
  const zeros = text.length - text.replace(/^0+/, '').length;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')]);
}

import { sha256 } from './hash.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A Stacks address: five-bit version and the hash of the key or script. */
export type Address = { version: number; hash: Buffer };

/** Address versions of SIP-005; other chains' versions are accepted inside values. */
export const ADDRESS_VERSION = { mainnetSingle: 22, mainnetMulti: 20, testnetSingle: 26, testnetMulti: 21 } as const;

/**
 * The c32check text of an address, for example `ST000000000000000000002AMW42H`.
 * @throws RangeError for a version above 31
 */
export function encodeAddress({ version, hash }: Address): string {
  const symbol = ALPHABET[version];
  if (symbol === undefined) throw new RangeError(`address version ${version} is above 31`);
  return `S${symbol}${c32(Buffer.concat([hash, checksum(version, hash)]))}`;
}

/**
 * The address in a c32check text; undefined if it is not one (letters, length, version or checksum). As in the node, the
 * first letter is not looked at, and lower case and the look-alikes O, L and I are read.
 */
export function decodeAddress(text: string): Address | undefined {
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
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  for (let i = 0; i < bytes.length && bytes[i] === 0; i++) text = `0${text}`;
  return text;
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

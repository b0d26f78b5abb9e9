import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A Stacks address taken apart: its version (0 … 31) and the 20 bytes that it hashes to. */
export type StacksAddress = { version: number; hash160: Uint8Array };

/** The text of an address, in c32check (SIP-005): `S`, the version's digit, then hash and checksum in base 32. */
export function encodeAddress({ version, hash160 }: StacksAddress): string {
  return `S${ALPHABET.charAt(version)}${encode(Buffer.concat([hash160, checksum(version, hash160)]))}`;
}

/** Reads an address, or undefined when it is not one: wrong alphabet, length or checksum. Lower case and O, L, I are not accepted. */
export function decodeAddress(text: string): StacksAddress | undefined {
  if (!/^S[0-9A-HJKMNP-TV-Z]{28,40}$/.test(text)) return undefined;
  const version = ALPHABET.indexOf(text.charAt(1));
  const bytes = decode(text.slice(2));
  if (bytes?.length !== 24) return undefined;
  const hash160 = bytes.subarray(0, 20);
  return checksum(version, hash160).equals(bytes.subarray(20)) ? { version, hash160 } : undefined;
}

function checksum(version: number, hash160: Uint8Array): Buffer {
  return sha256(sha256(Buffer.concat([Uint8Array.of(version), hash160]))).subarray(0, 4);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Each leading zero byte is one leading `0`, whatever the value's own width: the encoding is a number's, not a bit string's. */
function encode(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value >>= 5n) text = ALPHABET.charAt(Number(value & 31n)) + text;
  return '0'.repeat(leading(bytes, (byte) => byte === 0)) + text;
}

function decode(text: string): Buffer | undefined {
  let value = 0n;
  for (const digit of text) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit));
  const hex = value === 0n ? '' : value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.alloc(leading([...text], (digit) => digit === '0')), bytes]);
}

function leading<T>(items: ArrayLike<T>, matches: (item: T) => boolean): number {
  let count = 0;
  while (count < items.length && matches(items[count] as T)) count++;
  return count;
}

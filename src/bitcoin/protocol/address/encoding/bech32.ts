/** The checksum: BIP173 for witness version 0, BIP350 for the later ones. */
export type Bech32Encoding = 'bech32' | 'bech32m';

export const BECH32_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
export const BECH32_CHECKSUM_SIZE = 6;
/** The maximum of characters. */
export const BECH32_MAX_LENGTH = 90;

const CONSTANTS: Record<Bech32Encoding, number> = { bech32: 1, bech32m: 0x2bc830a3 };
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Encodes 5-bit values with a lower-case prefix. */
export function encodeBech32(encoding: Bech32Encoding, prefix: string, values: number[]): string {
  const remainder = bech32Residue(prefix, [...values, 0, 0, 0, 0, 0, 0], encoding);
  const checksum = Array.from({ length: BECH32_CHECKSUM_SIZE }, (_, at) => (remainder >>> (5 * (5 - at))) & 31);
  return `${prefix}1${[...values, ...checksum].map((value) => BECH32_CHARSET[value]).join('')}`;
}

/** Decodes a text to its prefix (lower case), 5-bit values and encoding. Returns undefined if it is invalid in both encodings. */
export function decodeBech32(text: string): { prefix: string; values: number[]; encoding: Bech32Encoding } | undefined {
  const separator = text.lastIndexOf('1');
  const cased = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (cased || !/^[!-~]*$/.test(text) || text.length > BECH32_MAX_LENGTH) return undefined;
  if (separator < 1 || separator + BECH32_CHECKSUM_SIZE >= text.length) return undefined;
  const prefix = text.slice(0, separator).toLowerCase();
  const values = bech32Values(text.slice(separator + 1));
  if (values.includes(-1)) return undefined;
  const encoding = (['bech32', 'bech32m'] as const).find((kind) => bech32Residue(prefix, values, kind) === 0);
  return encoding === undefined ? undefined : { prefix, values: values.slice(0, -BECH32_CHECKSUM_SIZE), encoding };
}

/** Returns the 5-bit value of each character, or −1 for an invalid one. */
export function bech32Values(text: string): number[] {
  return [...text.toLowerCase()].map((character) => BECH32_CHARSET.indexOf(character));
}

/** Returns the remainder of the division by the code's generator: zero if the checksum at the end of `values` is correct. */
export function bech32Residue(prefix: string, values: number[], encoding: Bech32Encoding): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  let remainder = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) {
    const top = remainder >>> 25;
    remainder = ((remainder & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, bit) => {
      if (((top >> bit) & 1) !== 0) remainder ^= generator;
    });
  }
  return remainder ^ CONSTANTS[encoding];
}

/** Converts bytes to 5-bit values, padded with zero bits. */
export function toFiveBits(bytes: Uint8Array): number[] {
  const { groups, rest, bits } = regroup(bytes, 8, 5);
  return bits === 0 ? groups : [...groups, rest << (5 - bits)];
}

/** Converts 5-bit values to bytes. Returns undefined if the padding is too long or not zero. */
export function fromFiveBits(values: number[]): Uint8Array | undefined {
  const { groups, rest, bits } = regroup(values, 5, 8);
  return bits >= 5 || rest !== 0 ? undefined : Uint8Array.from(groups);
}

function regroup(values: Iterable<number>, from: number, to: number): { groups: number[]; rest: number; bits: number } {
  const groups: number[] = [];
  let rest = 0;
  let bits = 0;
  for (const value of values) {
    rest = (rest << from) | value;
    for (bits += from; bits >= to; ) {
      bits -= to;
      groups.push(rest >> bits);
      rest &= (1 << bits) - 1;
    }
  }
  return { groups, rest, bits };
}

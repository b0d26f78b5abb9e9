import { BECH32_CHARSET } from '../address/encoding/bech32.js';
import { DescriptorError } from './error.js';

/** The characters of descriptors, in an order in which case errors change only one symbol (BIP380). */
const CHARSET = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const POSITIONS = new Map([...CHARSET].map((character, position) => [character.charCodeAt(0), position]));
/** The five generators of 40 bits, as halves of 20: big integers would take seconds for a descriptor of a megabyte. */
const GENERATORS = [
  [0xf5dee, 0x51989],
  [0xa9fdc, 0xa3312],
  [0x1bab1, 0x0e32d],
  [0x3706b, 0x1677a],
  [0x644d6, 0x26ffd],
] as const;
const CHECKSUM_SIZE = 8;
/** The longest descriptor: one with 999 keys and their paths has a quarter of it. */
const LONGEST = 1_000_000;

/** Returns the eight characters after `#`, or undefined if a character is invalid. */
export function descriptorChecksum(payload: string): string | undefined {
  let [high, low] = [0, 1];
  const take = (symbol: number): void => {
    const top = high >> 15;
    high = ((high & 0x7fff) << 5) | (low >> 15);
    low = ((low & 0x7fff) << 5) ^ symbol;
    for (let bit = 0; bit < GENERATORS.length; bit++) {
      if (((top >> bit) & 1) === 0) continue;
      const [highPart, lowPart] = GENERATORS[bit] as readonly [number, number];
      high ^= highPart;
      low ^= lowPart;
    }
  };
  // Each character gives its position in a group of 32. Three groups together give one symbol more.
  let groups = 0;
  for (let at = 0; at < payload.length; at++) {
    const position = POSITIONS.get(payload.charCodeAt(at));
    if (position === undefined) return undefined;
    take(position & 31);
    groups = groups * 3 + (position >> 5);
    if (at % 3 !== 2 && at !== payload.length - 1) continue;
    take(groups);
    groups = 0;
  }
  for (let count = 0; count < CHECKSUM_SIZE; count++) take(0);
  low ^= 1;
  return [high, low].flatMap((half) => [15, 10, 5, 0].map((shift) => BECH32_CHARSET[(half >> shift) & 31])).join('');
}

/** Appends the checksum to a descriptor. @throws DescriptorError on invalid characters */
export function addChecksum(payload: string): string {
  return `${payload}#${requireChecksumOf(payload)}`;
}

/**
 * Checks and removes the checksum of a descriptor.
 * @param required reject a descriptor without one
 * @throws DescriptorError with Core's text
 */
export function splitChecksum(text: string, required: boolean): { payload: string; checksum: string } {
  if (text.length > LONGEST) throw new DescriptorError(`Descriptor is longer than ${LONGEST} characters`);
  const [payload = '', given, ...more] = text.split('#');
  if (more.length > 0) throw new DescriptorError("Multiple '#' symbols");
  if (given === undefined && required) throw new DescriptorError('Missing checksum');
  if (given !== undefined && given.length !== CHECKSUM_SIZE) {
    throw new DescriptorError(`Expected 8 character checksum, not ${given.length} characters`);
  }
  const checksum = requireChecksumOf(payload);
  if (given !== undefined && given !== checksum) {
    throw new DescriptorError(`Provided checksum '${given}' does not match computed checksum '${checksum}'`);
  }
  return { payload, checksum };
}

function requireChecksumOf(payload: string): string {
  const checksum = descriptorChecksum(payload);
  if (checksum === undefined) throw new DescriptorError('Invalid characters in payload');
  return checksum;
}

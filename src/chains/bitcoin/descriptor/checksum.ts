import { BECH32_CHARSET } from '../address/encoding/bech32.js';
import { DescriptorError } from './error.js';

/** The characters of descriptors, in an order in which case errors change only one symbol (BIP380). */
const CHARSET = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const GENERATORS = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const CHECKSUM_SIZE = 8;

/** Returns the eight characters after `#`, or undefined if a character is invalid. */
export function descriptorChecksum(payload: string): string | undefined {
  const positions = [...payload].map((character) => CHARSET.indexOf(character));
  if (positions.includes(-1)) return undefined;
  const symbols: number[] = [];
  // Each character gives its position in a group of 32. Three groups together give one symbol.
  for (let start = 0; start < positions.length; start += 3) {
    const triple = positions.slice(start, start + 3);
    symbols.push(
      ...triple.map((position) => position & 31),
      triple.reduce((group, position) => group * 3 + (position >> 5), 0),
    );
  }
  let remainder = 1n;
  for (const symbol of [...symbols, ...new Array<number>(CHECKSUM_SIZE).fill(0)]) {
    const top = remainder >> 35n;
    remainder = ((remainder & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    GENERATORS.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) remainder ^= generator;
    });
  }
  remainder ^= 1n;
  return Array.from({ length: CHECKSUM_SIZE }, (_, at) => BECH32_CHARSET[Number((remainder >> BigInt(5 * (7 - at))) & 31n)]).join('');
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

import { bytesOfLatin1, latin1Of } from '../bytes.js';
import { decodeC32, encodeC32 } from './c32.js';
import { RecentResults } from './recent-results.js';

/** A Stacks address: a version below 32, and the 20 bytes of the hash of a key or script. */
export type Address = { readonly version: number; readonly hash: Uint8Array };

/** Address versions of SIP-005; values can have the versions of other chains, too. */
export const ADDRESS_VERSION = { mainnetSingle: 22, mainnetMulti: 20, testnetSingle: 26, testnetMulti: 21 } as const;

const HASH_LENGTH = 20;
/** The characters of the longest address: prefix, version, and 24 bytes as digits of five bits. */
const LONGEST = 2 + Math.ceil((24 * 8) / 5);

const encoded = new RecentResults<string>();
const decoded = new RecentResults<Address | undefined>();

/**
 * Returns the c32check text of an address, for example `ST000000000000000000002AMW42H`.
 * @throws RangeError for a version above 31
 */
export function encodeAddress({ version, hash }: Address): string {
  if (version > 31) throw new RangeError(`address version ${version} is above 31`);
  return addressText(String.fromCharCode(version) + latin1Of(hash));
}

/** The same for an address as one character for each byte. */
export function addressText(id: string): string {
  return encoded.get(id, () => {
    const bytes = bytesOfLatin1(id);
    return encodeC32(bytes[0] as number, bytes.subarray(1));
  });
}

/**
 * Returns the address of a c32check text; undefined if it is not one. As in the node, the first letter does not matter, and lower case and
 * the look-alikes O, L and I are read. Callers share the hash.
 */
export function decodeAddress(text: string): Address | undefined {
  // Decoding takes the square of the length.
  return text.length > LONGEST ? undefined : decoded.get(text, () => decode(text));
}

function decode(text: string): Address | undefined {
  const address = decodeC32(text);
  return typeof address === 'string' || address.hash.length !== HASH_LENGTH ? undefined : address;
}

import { createCipheriv } from 'node:crypto';
import { sha256 } from './hash.js';

const SIZE = 384;
/** A prime a little below 2^3072. */
const MODULUS = 2n ** 3072n - 1103717n;
const ZERO_NONCE = new Uint8Array(16);
const ZEROES = new Uint8Array(SIZE);

/** MuHash3072: a hash of a set, independent of the order of its elements (Core's `crypto/muhash`). @returns 32 bytes */
export function muHash(elements: Iterable<Uint8Array>): Uint8Array {
  let product = 1n;
  for (const element of elements) product = (product * toNumber(element)) % MODULUS;
  return sha256(littleEndian(product));
}

/** Returns 384 bytes of ChaCha20, keyed by the element's SHA-256, as a number. */
function toNumber(element: Uint8Array): bigint {
  const bytes = createCipheriv('chacha20', sha256(element), ZERO_NONCE).update(ZEROES);
  return BigInt(`0x${bytes.reverse().toString('hex')}`);
}

function littleEndian(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(SIZE * 2, '0'), 'hex').reverse();
}

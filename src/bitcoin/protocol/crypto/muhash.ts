import { createCipheriv } from '#platform/crypto.js';
import { sha256 } from './hash.js';

const SIZE = 384;
/** A prime a little below 2^3072. */
const MODULUS = 2n ** 3072n - 1103717n;
const ZERO_NONCE = new Uint8Array(16);
const ZEROES = new Uint8Array(SIZE);

/** MuHash3072: a hash of a set, independent of the order of its elements (Core's `crypto/muhash`). */
export class MuHash {
  #product = 1n;

  add(element: Uint8Array): void {
    this.#product = (this.#product * toNumber(element)) % MODULUS;
  }

  /** Returns the hash of the elements so far, 32 bytes. */
  digest(): Uint8Array {
    return sha256(littleEndian(this.#product));
  }
}

/** Returns 384 bytes of ChaCha20, keyed by the element's SHA-256, as a number. */
function toNumber(element: Uint8Array): bigint {
  const bytes = createCipheriv('chacha20', sha256(element), ZERO_NONCE).update(ZEROES);
  return BigInt(`0x${bytes.reverse().toString('hex')}`);
}

function littleEndian(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(SIZE * 2, '0'), 'hex').reverse();
}

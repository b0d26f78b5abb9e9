import { ecdsa, schnorr } from '#platform/secp256k1.js';
import { encodeDer } from './der.js';

/** The first byte of a compressed key whose y is even, as that of an x-only key is. */
const EVEN = 2;

/**
 * Returns the public key of a private key. @param compressed 33 bytes instead of 65 @throws RangeError unless the key is a non-zero scalar
 */
export function publicKeyOf(privateKey: Uint8Array, compressed = true): Uint8Array {
  return ecdsa().publicKeyOf(privateKey, compressed);
}

/** Whether the bytes are a compressed or uncompressed point of the curve. */
export function isPublicKey(key: Uint8Array): boolean {
  return ecdsa().isPublicKey(key);
}

/** Whether the 32 bytes are the x coordinate of a point. */
export function isXOnlyKey(key: Uint8Array): boolean {
  return schnorr().isKey(key);
}

/** Returns the x-only key `internal` + `tweak`·G and the parity of its y, or undefined if a key is invalid (BIP341). */
export function tweakKey(internal: Uint8Array, tweak: Uint8Array): { key: Uint8Array; parity: 0 | 1 } | undefined {
  const result = ecdsa().addToKey(Uint8Array.of(EVEN, ...internal), tweak);
  return result && { key: result.subarray(1), parity: result[0] === EVEN ? 0 : 1 };
}

/** Signs with ECDSA: strict DER without a hash type, deterministic (RFC 6979), low S. */
export function signEcdsa(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return encodeDer(ecdsa().sign(hash, privateKey).signature);
}

/** Signs with BIP340. @param aux randomness @default 32 zero bytes, so that equal inputs give equal signatures */
export function signSchnorr(hash: Uint8Array, privateKey: Uint8Array, aux: Uint8Array = new Uint8Array(32)): Uint8Array {
  return schnorr().sign(hash, privateKey, aux);
}

/** An R with a first byte from here on needs a zero byte before it in DER. */
const HIGH_BIT = 0x80;

/** Signs as {@link signEcdsa}, with an R below 2^255, so that all signatures have the same length, as in Core. */
export function signEcdsaLowR(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const { sign } = ecdsa();
  let { signature } = sign(hash, privateKey);
  for (let tries = 1; (signature[0] ?? 0) >= HIGH_BIT; tries++) {
    const entropy = new Uint8Array(32);
    new DataView(entropy.buffer).setUint32(0, tries, true);
    ({ signature } = sign(hash, privateKey, entropy));
  }
  return encodeDer(signature);
}

/** Returns the private key, negated if the y of its public key is odd (BIP340). */
export function evenPrivateKey(privateKey: Uint8Array): Uint8Array {
  return publicKeyOf(privateKey)[0] === EVEN ? privateKey : schnorr().negate(privateKey);
}

/** Returns the private key plus a tweak (BIP341), or undefined if the result is zero (1 in 2^127). */
export function tweakPrivateKey(privateKey: Uint8Array, tweak: Uint8Array): Uint8Array | undefined {
  return schnorr().add(privateKey, tweak);
}

import { ecdsa, schnorr } from '#platform/secp256k1.js';
import { isScalar } from '../../../base/secp256k1.js';
import { parseLaxDer } from './der.js';

/**
 * Verifies an ECDSA signature as Core does: allows lax DER, high S and hybrid keys. Script flags add further checks.
 * @param hash 32 bytes
 * @param publicKey 33 or 65 bytes; other lengths are invalid
 * @param signature DER without the hash type
 */
export function ecdsaVerify(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = plainKey(publicKey);
  const compact = parseLaxDer(signature);
  if (key === undefined || compact === undefined || !isScalar(compact, 0) || !isScalar(compact, 32)) return false;
  return ecdsa().verify(hash, key, compact);
}

/** Verifies a BIP340 signature of a 32-byte hash. @param publicKey 32 bytes @param signature 64 bytes */
export function schnorrVerify(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  // BIP340 bounds r by the field, which is slightly larger than the order, the limit of the library's wrapper. A valid signature with
  // an r in between is infeasible to find: it takes 2^128 tries.
  if (!isScalar(signature, 0) || !isScalar(signature, 32)) return false;
  return schnorr().verify(hash, publicKey, signature);
}

/** Whether `output` is the x-only point `internal` + `tweak`·G with the given parity (BIP341). All are 32 bytes. */
export function tweakCheck(internal: Uint8Array, tweak: Uint8Array, output: Uint8Array, parity: 0 | 1): boolean {
  if (!isScalar(tweak, 0)) return false;
  return schnorr().isSum(internal, tweak, output, parity);
}

/** Converts a hybrid key, with the parity of y in its prefix, to an uncompressed one, which libraries accept. */
function plainKey(key: Uint8Array): Uint8Array | undefined {
  const [prefix] = key;
  if (prefix === 2 || prefix === 3) return key.length === 33 ? key : undefined;
  if (key.length !== 65) return undefined;
  if (prefix === 4) return key;
  const parity = (key[64] ?? 0) & 1;
  if ((prefix !== 6 && prefix !== 7) || parity !== prefix - 6) return undefined;
  const plain = key.slice();
  plain[0] = 4;
  return plain;
}

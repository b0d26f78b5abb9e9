import { parseLaxDer } from './der.js';
import { isScalar } from './scalar.js';
import { secp256k1 } from './secp256k1.js';

/**
 * An ECDSA check as Core does it: loose DER, high S allowed, hybrid keys allowed. What else applies is for the script flags to say.
 * @param hash 32 bytes
 * @param publicKey 33 or 65 bytes; anything else is no valid key
 * @param signature DER without the hash type
 */
export function ecdsaVerify(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = plainKey(publicKey);
  const compact = parseLaxDer(signature);
  if (key === undefined || compact === undefined || !isScalar(compact, 0) || !isScalar(compact, 32)) return false;
  const { verify } = secp256k1();
  return onCurve(() => verify(hash, key, compact));
}

/** A BIP340 check over a 32-byte hash. @param publicKey 32 bytes @param signature 64 bytes */
export function schnorrVerify(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  // BIP340 bounds r by the field, which is a little larger than the order that the library's wrapper asks for. A valid signature with
  // an r in between cannot be found: it takes 2^128 tries.
  if (!isScalar(signature, 0) || !isScalar(signature, 32)) return false;
  const { verifySchnorr } = secp256k1();
  return onCurve(() => verifySchnorr(hash, publicKey, signature));
}

/** Whether `output` is the x-only point `internal` + `tweak`·G, with the parity given (BIP341). All 32 bytes. */
export function tweakCheck(internal: Uint8Array, tweak: Uint8Array, output: Uint8Array, parity: 0 | 1): boolean {
  if (!isScalar(tweak, 0)) return false;
  const { xOnlyPointAddTweakCheck } = secp256k1();
  return onCurve(() => xOnlyPointAddTweakCheck(internal, tweak, output, parity));
}

/**
 * Runs a check whose other inputs are known to be well-formed: the library throws only for a key that is no point of the curve.
 * Asking for that first would cost a tenth of the check.
 */
function onCurve(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError && error.message === 'Expected Point') return false;
    throw error;
  }
}

/** A key in a form that every library reads: a hybrid key, whose prefix also tells the parity of y, becomes an uncompressed one. */
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

import { isLowScalar, isScalar } from '../../../../base/secp256k1.js';
import { parseLaxDer } from '../../crypto/der.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';

/**
 * Checks the encoding of a signature with its hash type, according to the flags. An empty one passes: it is the compact way to
 * fail a check intentionally.
 * @throws ScriptFailure SIG_DER, SIG_HIGH_S, SIG_HASHTYPE
 */
export function checkSignatureEncoding(signature: Uint8Array, flags: number): void {
  if (signature.length === 0) return;
  if ((flags & (FLAG.DERSIG | FLAG.LOW_S | FLAG.STRICTENC)) !== 0 && !isStrictDer(signature)) throw new ScriptFailure('SIG_DER');
  if ((flags & FLAG.LOW_S) !== 0 && !isLowS(signature)) throw new ScriptFailure('SIG_HIGH_S');
  if ((flags & FLAG.STRICTENC) !== 0 && !isDefinedHashType(signature)) throw new ScriptFailure('SIG_HASHTYPE');
}

/** BIP66: 0x30, length, 0x02, length of R, R, 0x02, length of S, S, hash type; R and S positive and minimal. */
export function isStrictDer(signature: Uint8Array): boolean {
  const { length } = signature;
  if (length < 9 || length > 73 || signature[0] !== 0x30 || signature[1] !== length - 3) return false;
  const rLength = signature[3] ?? 0;
  const sLength = signature[5 + rLength];
  if (sLength === undefined || rLength + sLength + 7 !== length) return false;
  return isPositiveInteger(signature, 2, rLength) && isPositiveInteger(signature, 4 + rLength, sLength);
}

function isPositiveInteger(signature: Uint8Array, at: number, length: number): boolean {
  const first = signature[at + 2] ?? 0;
  if (signature[at] !== 0x02 || length === 0 || (first & 0x80) !== 0) return false;
  return length === 1 || first !== 0 || ((signature[at + 3] ?? 0) & 0x80) !== 0;
}

/** Whether the S of a signature is in the lower half, as BIP62 requires, because both halves give valid signatures. */
function isLowS(signature: Uint8Array): boolean {
  const numbers = parseLaxDer(signature.subarray(0, -1));
  // If R or S is not a scalar, Core's parser replaces both by zeroes, and zero is low.
  return numbers !== undefined && (!isScalar(numbers, 0) || !isScalar(numbers, 32) || isLowScalar(numbers, 32));
}

/** Whether the last byte is ALL, NONE or SINGLE, with or without ANYONECANPAY. */
export function isDefinedHashType(signature: Uint8Array): boolean {
  const type = (signature.at(-1) ?? 0) & ~0x80;
  return type >= 1 && type <= 3;
}

/**
 * Checks the encoding of a public key, according to the flags.
 * @param witness in a version 0 witness script
 * @throws ScriptFailure PUBKEYTYPE, WITNESS_PUBKEYTYPE
 */
export function checkPublicKeyEncoding(key: Uint8Array, flags: number, witness: boolean): void {
  if ((flags & FLAG.STRICTENC) !== 0 && !isCompressed(key) && !isUncompressed(key)) throw new ScriptFailure('PUBKEYTYPE');
  if ((flags & FLAG.WITNESS_PUBKEYTYPE) !== 0 && witness && !isCompressed(key)) throw new ScriptFailure('WITNESS_PUBKEYTYPE');
}

function isCompressed(key: Uint8Array): boolean {
  return key.length === 33 && (key[0] === 2 || key[0] === 3);
}

function isUncompressed(key: Uint8Array): boolean {
  return key.length === 65 && key[0] === 4;
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, equalBytes, hexOf } from './bytes.js';
import type { Crypto } from './crypto.js';

/** Cryptography in plain JavaScript, which decides like the libraries of a Stacks node. */
export const nobleCrypto: Crypto = {
  sha256: (data) => sha256(data),
  sha512: (data) => sha512(data),
  sha512_256: (data) => sha512_256(data),
  keccak256: (data) => keccak_256(data),
  ripemd160: (data) => ripemd160(data),
  recoverSecp256k1: (hash, signature) =>
    unlessInvalid(() =>
      secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
        .addRecoveryBit(signature[64] as number)
        .recoverPublicKey(hash)
        .toBytes(true),
    ),
  verifySecp256k1: (hash, signature, key) =>
    unlessInvalid(() => secp256k1.verify(signature, hash, key, { prehash: false, lowS: true })) ?? false,
  verifySecp256r1: (hash, signature, key) =>
    unlessInvalid(() => p256.verify(signature, hash, fromCompact(key), { prehash: false, lowS: false })) ?? false,
  verifyEd25519: (message, signature, key) => unlessInvalid(() => isStrictlySigned(message, signature, key)) ?? false,
  decompressSecp256k1: (key) => unlessInvalid(() => secp256k1.Point.fromBytes(key).toBytes(false)),
  isSecp256k1Key: (key) => secp256k1.utils.isValidPublicKey(key, true),
};

/** The libraries throw for what is no key, point or signature. */
function unlessInvalid<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The prefix of a "compact" point: of the two with this x it is the one with the lower y. Rust's p256 reads it. */
const COMPACT = 5;

function fromCompact(key: Uint8Array): Uint8Array {
  if (key[0] !== COMPACT) return key;
  const even = p256.Point.fromBytes(Uint8Array.of(2, ...key.subarray(1)));
  const odd = even.negate();
  return (even.y < odd.y ? even : odd).toBytes(true);
}

/** `verify_strict` of ed25519-dalek: without cofactor, and no point may be of small order. @throws Error for what is no point or scalar */
function isStrictlySigned(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const { Point } = ed25519;
  const commitment = signature.subarray(0, 32);
  const [a, r] = [Point.fromBytes(key, true), Point.fromBytes(commitment, true)];
  const s = littleEndian(signature.subarray(32));
  const order = Point.Fn.ORDER;
  if (s >= order || a.isSmallOrder() || r.isSmallOrder()) return false;
  const k = littleEndian(sha512(concatBytes(commitment, key, message))) % order;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k));
  return equalBytes(expected.toBytes(), commitment);
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes.toReversed())}`);
}

import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes, hexOf } from './bytes.js';

/** Curves are parameters: a browser has them from the beginning, a node loads them when a contract needs them. */
type P256 = typeof import('@noble/curves/nist.js').p256;
type Ed25519 = typeof import('@noble/curves/ed25519.js').ed25519;

/** Implements `verifySecp256r1` of `Crypto`. */
export function verifySecp256r1(curve: P256, hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  return unlessInvalid(() => curve.verify(signature, hash, fromCompact(curve, key), { prehash: false, lowS: false })) ?? false;
}

/** Implements `verifyEd25519` of `Crypto`. */
export function verifyEd25519(curve: Ed25519, message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  return unlessInvalid(() => isStrictlySigned(curve, message, signature, key)) ?? false;
}

/** The libraries throw for what is no key, point or signature. */
export function unlessInvalid<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The prefix of a "compact" point: of the two with this x it is the one with the lower y. Rust's p256 reads it. */
const COMPACT = 5;

function fromCompact({ Point }: P256, key: Uint8Array): Uint8Array {
  if (key[0] !== COMPACT) return key;
  const even = Point.fromBytes(Uint8Array.of(2, ...key.subarray(1)));
  const odd = even.negate();
  return (even.y < odd.y ? even : odd).toBytes(true);
}

/** `verify_strict` of ed25519-dalek: without cofactor, and no point may be of small order. @throws Error for what is no point or scalar */
function isStrictlySigned({ Point }: Ed25519, message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
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

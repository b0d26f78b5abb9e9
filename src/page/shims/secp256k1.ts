import { secp256k1 } from '@noble/curves/secp256k1.js';

/** The functions of `tiny-secp256k1` that sign Stacks transactions; its WebAssembly is larger than this page. */
export function isPrivate(key: Uint8Array): boolean {
  return secp256k1.utils.isValidSecretKey(key);
}

export function pointFromScalar(key: Uint8Array, compressed: boolean): Uint8Array {
  return secp256k1.getPublicKey(key, compressed);
}

/** Signs a hash: RFC 6979 with low S, as libsecp256k1 does. */
export function signRecoverable(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recoveryId: number } {
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return { signature: bytes.slice(1), recoveryId: bytes[0] ?? 0 };
}

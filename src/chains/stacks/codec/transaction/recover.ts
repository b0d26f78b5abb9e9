import { secp256k1 } from '../../../secp256k1.js';

/** Recovers the public key (33 bytes, or 65 uncompressed) that made a signature; undefined if none did. */
export function recoverKey(hash: Uint8Array, compact: Uint8Array, recoveryId: number, compressed: boolean): Uint8Array | undefined {
  if (!isRecoveryId(recoveryId)) return undefined;
  try {
    return secp256k1().recover(hash, compact, recoveryId, compressed) ?? undefined;
  } catch {
    // The library throws if r is not an x-coordinate of the curve.
    return undefined;
  }
}

/** Returns the 65-byte form of a 33-byte key. @throws if it is not a point of the curve */
export function decompressKey(key: Uint8Array): Uint8Array {
  return secp256k1().pointCompress(key, false);
}

function isRecoveryId(value: number): value is 0 | 1 | 2 | 3 {
  return value >= 0 && value <= 3;
}

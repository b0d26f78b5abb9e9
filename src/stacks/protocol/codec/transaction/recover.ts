import { ecdsa } from '#platform/secp256k1.js';
import type { RecoveryId } from '../../../../base/secp256k1.js';

const SIGNATURE_SIZE = 64;

/** Recovers the public key (33 bytes, or 65 uncompressed) that made a signature; undefined if none did. */
export function recoverKey(hash: Uint8Array, compact: Uint8Array, recoveryId: number, compressed: boolean): Uint8Array | undefined {
  if (!isRecoveryId(recoveryId) || compact.length !== SIGNATURE_SIZE) return undefined;
  return ecdsa().recover(hash, compact, recoveryId, compressed);
}

/** Returns the 65-byte form of a 33-byte key, or undefined if it is no point of the curve. */
export function decompressKey(key: Uint8Array): Uint8Array | undefined {
  return ecdsa().convertKey(key, false);
}

function isRecoveryId(value: number): value is RecoveryId {
  return value >= 0 && value <= 3;
}

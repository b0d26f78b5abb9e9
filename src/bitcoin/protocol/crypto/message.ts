import { ecdsa } from '#platform/secp256k1.js';
import type { RecoveryId } from '../../../base/secp256k1.js';
import { createWriter } from '../codec/writer.js';
import { hash256 } from './hash.js';

const MAGIC = new TextEncoder().encode('Bitcoin Signed Message:\n');
/** The first byte of a signature: this, the recovery id, and 4 for a compressed key. */
const HEADER = 27;
const COMPRESSED = 4;
const SIGNATURE_SIZE = 65;

/** Signs a text with a recoverable signature of 65 bytes, as `signmessage` does. */
export function signMessage(text: string, privateKey: Uint8Array, compressed = true): Uint8Array {
  const { signature, recoveryId } = ecdsa().sign(messageHash(text), privateKey);
  return Uint8Array.of(HEADER + recoveryId + (compressed ? COMPRESSED : 0), ...signature);
}

/** Recovers the public key that signed a text, compressed as in the signature, or undefined. */
export function recoverMessageKey(text: string, signature: Uint8Array): Uint8Array | undefined {
  const [header = 0] = signature;
  if (signature.length !== SIGNATURE_SIZE) return undefined;
  const flags = (header - HEADER) & 7;
  return ecdsa().recover(messageHash(text), signature.subarray(1), (flags & 3) as RecoveryId, (flags & COMPRESSED) !== 0);
}

/** The hash of a text that `signmessage` signs. */
export function messageHash(text: string): Uint8Array {
  const writer = createWriter(128);
  writer.varBytes(MAGIC);
  writer.varBytes(new TextEncoder().encode(text));
  return hash256(writer.finish());
}

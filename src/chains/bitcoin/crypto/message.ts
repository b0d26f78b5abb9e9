import { createWriter } from '../codec/writer.js';
import { hash256 } from './hash.js';
import { secp256k1 } from './secp256k1.js';

const MAGIC = new TextEncoder().encode('Bitcoin Signed Message:\n');
/** The first byte of a signature: this, the recovery id, and 4 for a compressed key. */
const HEADER = 27;
const COMPRESSED = 4;
const SIGNATURE_SIZE = 65;

/** A signature of a text that shows its public key, in the form of `signmessage`: 65 bytes. */
export function signMessage(text: string, privateKey: Uint8Array, compressed = true): Uint8Array {
  const { signature, recoveryId } = secp256k1().signRecoverable(messageHash(text), privateKey);
  return Uint8Array.of(HEADER + recoveryId + (compressed ? COMPRESSED : 0), ...signature);
}

/** The public key that signed a text, in the form that the signature tells of; undefined if there is none. */
export function recoverMessageKey(text: string, signature: Uint8Array): Uint8Array | undefined {
  const [header = 0] = signature;
  if (signature.length !== SIGNATURE_SIZE) return undefined;
  const flags = (header - HEADER) & 7;
  try {
    return (
      secp256k1().recover(messageHash(text), signature.subarray(1), (flags & 3) as 0 | 1 | 2 | 3, (flags & COMPRESSED) !== 0) ?? undefined
    );
  } catch (error) {
    // The library throws for R and S that are no scalars, and for an R that is no point.
    if (error instanceof Error && /Signature|Recovery|Point/.test(error.message)) return undefined;
    throw error;
  }
}

function messageHash(text: string): Uint8Array {
  const writer = createWriter(128);
  writer.varBytes(MAGIC);
  writer.varBytes(new TextEncoder().encode(text));
  return hash256(writer.finish());
}

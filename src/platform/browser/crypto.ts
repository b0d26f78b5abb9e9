import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';

const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { sha256, 'sha512-256': sha512_256, ripemd160 };

/** Hashes bytes, with the algorithms of the codecs. */
export function hash(name: string, bytes: Uint8Array): Buffer {
  const digest = HASHES[name];
  if (digest === undefined) throw new RangeError(`no hash ${name}`);
  const hashed = digest(bytes);
  // The VM of Clarity runs without Buffer.
  return typeof Buffer === 'undefined' ? (hashed as Buffer) : Buffer.from(hashed.buffer);
}

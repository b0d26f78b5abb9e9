import { createHash } from 'node:crypto';

/** SHA-512/256: txids, sighashes, block hashes. */
export function sha512_256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha512-256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** RIPEMD-160 of SHA-256, as Bitcoin and Stacks addresses use it. */
export function hash160(bytes: Uint8Array): Buffer {
  return createHash('ripemd160').update(sha256(bytes)).digest();
}

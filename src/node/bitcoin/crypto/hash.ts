import { hash as digest } from 'node:crypto';
import { ripemd160 as nobleRipemd160, sha1 as nobleSha1 } from '@noble/hashes/legacy.js';

/** SHA-256. OpenSSL's one-shot form takes less than half the time of a script. */
export function sha256(data: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = digest('sha256', data, 'buffer');
  return new Uint8Array(buffer, byteOffset, length);
}

/** SHA-256 twice: txids, block hashes, signature hashes. */
export function hash256(data: Uint8Array): Uint8Array {
  return sha256(sha256(data));
}

/** RIPEMD-160. In script, because OpenSSL 3 builds may have it only in the legacy provider. */
export function ripemd160(data: Uint8Array): Uint8Array {
  return nobleRipemd160(data);
}

/** SHA-1. In script, because hardened OpenSSL builds refuse it. */
export function sha1(data: Uint8Array): Uint8Array {
  return nobleSha1(data);
}

/** RIPEMD-160 of SHA-256: key and script hashes. */
export function hash160(data: Uint8Array): Uint8Array {
  return nobleRipemd160(sha256(data));
}

/** A BIP340 tagged hash over the parts, joined. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const tagHash = sha256(Buffer.from(tag, 'utf8'));
  return sha256(Buffer.concat([tagHash, tagHash, ...parts]));
}

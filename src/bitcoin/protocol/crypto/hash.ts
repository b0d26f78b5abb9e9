import { hash as digest } from '#platform/crypto.js';
import { createRequire } from '#platform/packages.js';

const require = createRequire(import.meta.url);

/** SHA-256. OpenSSL's one-shot form takes less than half the time of JavaScript. */
export function sha256(data: Uint8Array): Uint8Array {
  return openssl('sha256', data);
}

/** SHA-256 twice: txids, block hashes, signature hashes. */
export function hash256(data: Uint8Array): Uint8Array {
  return sha256(sha256(data));
}

/** RIPEMD-160. OpenSSL 3 builds may have it only in the legacy provider. */
export const ripemd160 = opensslOrScript('ripemd160');

/** SHA-1. Hardened OpenSSL builds refuse it. */
export const sha1 = opensslOrScript('sha1');

/** RIPEMD-160 of SHA-256: key and script hashes. */
export function hash160(data: Uint8Array): Uint8Array {
  return ripemd160(sha256(data));
}

/** A BIP340 tagged hash over the parts, joined. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const tagHash = sha256(Buffer.from(tag, 'utf8'));
  return sha256(Buffer.concat([tagHash, tagHash, ...parts]));
}

type Hash = (data: Uint8Array) => Uint8Array;

/** Uses a string: a digest as a Buffer takes twice the time, because its memory is outside of the heap. */
function openssl(name: string, data: Uint8Array): Uint8Array {
  const text = digest(name, data, 'binary');
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Returns OpenSSL's function if available, otherwise JavaScript's, which loads only when needed. */
function opensslOrScript(name: 'ripemd160' | 'sha1'): Hash {
  let chosen: Hash | undefined;
  return (data) => {
    chosen ??= isInOpenssl(name) ? (input) => openssl(name, input) : scriptHash(name);
    return chosen(data);
  };
}

function isInOpenssl(name: string): boolean {
  try {
    return openssl(name, new Uint8Array()).length > 0;
  } catch {
    return false;
  }
}

/** Returns the JavaScript fallback for a function that OpenSSL does not have. */
export function scriptHash(name: 'ripemd160' | 'sha1'): Hash {
  const functions: typeof import('@noble/hashes/legacy.js') = require('@noble/hashes/legacy.js');
  return functions[name];
}

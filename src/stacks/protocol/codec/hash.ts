import { hash } from '#platform/crypto.js';

/** SHA-512/256: txids, sighashes, block hashes. OpenSSL's one-shot form takes less than half the time, joining included. */
export function sha512_256(...parts: Uint8Array[]): Buffer {
  const [first] = parts;
  return hash('sha512-256', first !== undefined && parts.length === 1 ? first : Buffer.concat(parts), 'buffer');
}

export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** RIPEMD-160 of SHA-256, as Bitcoin and Stacks addresses use it. */
export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', sha256(bytes), 'buffer');
}

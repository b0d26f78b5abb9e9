import { createHmac } from '#platform/crypto.js';

/** Returns what bitcoind's `-rpcauth` has of a password: its HMAC-SHA256 under a salt. */
export function rpcauthHash(salt: string, password: string | Uint8Array): Buffer {
  return createHmac('sha256', salt).update(password).digest();
}

import { hash } from 'node:crypto';
import { ecdsa } from '../../../chains/secp256k1/ecdsa.js';
import { isLowScalar } from '../../../chains/secp256k1/scalar.js';
import type { RecoveryId } from '../../../chains/secp256k1/types.js';
import type { Crypto } from '../../../clarity/crypto.js';
import { nobleCrypto } from '../../../clarity/noble-crypto.js';

const digest = (algorithm: string) => (data: Uint8Array) => new Uint8Array(hash(algorithm, data, 'buffer'));

const SCALAR_SIZE = 32;

/** Cryptography by OpenSSL and libsecp256k1, as far as they have it. */
export const nodeCrypto: Crypto = {
  ...nobleCrypto,
  sha256: digest('sha256'),
  sha512: digest('sha512'),
  sha512_256: digest('sha512-256'),
  ripemd160: digest('ripemd160'),
  recoverSecp256k1: (message, signature) => ecdsa().recover(message, signature.subarray(0, 64), signature[64] as RecoveryId, true),
  // The library takes a high S, too.
  verifySecp256k1: (message, signature, key) => isLowScalar(signature, SCALAR_SIZE) && ecdsa().verify(message, key, signature),
  decompressSecp256k1: (key) => ecdsa().convertKey(key, false),
  isSecp256k1Key: (key) => ecdsa().isPublicKey(key),
};

import { keccak_256 } from '@noble/hashes/sha3.js';
import { hash } from '#platform/crypto.js';
import { createRequire } from '#platform/packages.js';
import { ecdsa } from '#platform/secp256k1.js';
import type { RecoveryId } from '../../../base/secp256k1.js';
import { isLowScalar } from '../../../base/secp256k1.js';
import type { Crypto } from '../../../clarity/crypto.js';
import { verifyEd25519, verifySecp256r1 } from '../../../clarity/verify-signature.js';

const require = createRequire(import.meta.url);

const digest = (algorithm: string) => (data: Uint8Array) => new Uint8Array(hash(algorithm, data, 'buffer'));

const SCALAR_SIZE = 32;

/** Cryptography by OpenSSL and libsecp256k1, as far as they have it. Few contracts need the other curves, which load at their first use. */
export const nodeCrypto: Crypto = {
  sha256: digest('sha256'),
  sha512: digest('sha512'),
  sha512_256: digest('sha512-256'),
  keccak256: (data) => keccak_256(data),
  ripemd160: digest('ripemd160'),
  recoverSecp256k1: (message, signature) => ecdsa().recover(message, signature.subarray(0, 64), signature[64] as RecoveryId, true),
  // The library takes a high S, too.
  verifySecp256k1: (message, signature, key) => isLowScalar(signature, SCALAR_SIZE) && ecdsa().verify(message, key, signature),
  verifySecp256r1: (message, signature, key) => verifySecp256r1(require('@noble/curves/nist.js').p256, message, signature, key),
  verifyEd25519: (message, signature, key) => verifyEd25519(require('@noble/curves/ed25519.js').ed25519, message, signature, key),
  decompressSecp256k1: (key) => ecdsa().convertKey(key, false),
  isSecp256k1Key: (key) => ecdsa().isPublicKey(key),
};

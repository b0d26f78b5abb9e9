import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Crypto } from './crypto.js';
import { unlessInvalid, verifyEd25519, verifySecp256r1 } from './verify-signature.js';

/** Cryptography in plain JavaScript, which decides like the libraries of a Stacks node. */
export const nobleCrypto: Crypto = {
  sha256: (data) => sha256(data),
  sha512: (data) => sha512(data),
  sha512_256: (data) => sha512_256(data),
  keccak256: (data) => keccak_256(data),
  ripemd160: (data) => ripemd160(data),
  recoverSecp256k1: (hash, signature) =>
    unlessInvalid(() =>
      secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
        .addRecoveryBit(signature[64] as number)
        .recoverPublicKey(hash)
        .toBytes(true),
    ),
  verifySecp256k1: (hash, signature, key) =>
    unlessInvalid(() => secp256k1.verify(signature, hash, key, { prehash: false, lowS: true })) ?? false,
  verifySecp256r1: (hash, signature, key) => verifySecp256r1(p256, hash, signature, key),
  verifyEd25519: (message, signature, key) => verifyEd25519(ed25519, message, signature, key),
  decompressSecp256k1: (key) => unlessInvalid(() => secp256k1.Point.fromBytes(key).toBytes(false)),
  isSecp256k1Key: (key) => secp256k1.utils.isValidPublicKey(key, true),
};

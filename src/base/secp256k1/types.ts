export type RecoveryId = 0 | 1 | 2 | 3;

/** ECDSA on secp256k1 by libsecp256k1. Hashes and private keys have 32 bytes, public keys 33 or 65, signatures 64 (R and S). */
export interface Ecdsa {
  /** Whether the bytes are a scalar between zero and the order of the curve, which is not in it. */
  isPrivateKey(key: Uint8Array): boolean;
  /** Whether the bytes are a point of the curve in one of the two forms: hybrid keys are not. */
  isPublicKey(key: Uint8Array): boolean;
  /** @throws RangeError unless it is a private key */
  publicKeyOf(key: Uint8Array, compressed: boolean): Uint8Array;
  /** Returns the other form of a public key, or undefined if it is no point. */
  convertKey(key: Uint8Array, compressed: boolean): Uint8Array | undefined;
  /** Returns the compressed key `key` + `scalar`·G, or undefined if one of them is invalid or the sum is no point. */
  addToKey(key: Uint8Array, scalar: Uint8Array): Uint8Array | undefined;
  /** Signs with a low S and the nonce of RFC 6979. @param entropy 32 bytes that change the nonce */
  sign(hash: Uint8Array, key: Uint8Array, entropy?: Uint8Array): Signature;
  /** Verifies a signature, with a high S too. False if the key is no point. */
  verify(hash: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean;
  /** Returns the public key that made a signature, or undefined if none did. */
  recover(hash: Uint8Array, signature: Uint8Array, id: RecoveryId, compressed: boolean): Uint8Array | undefined;
}

interface Signature {
  signature: Uint8Array;
  recoveryId: RecoveryId;
}

/** Keys and signatures of BIP340 and BIP341 on secp256k1: keys are private, or the x coordinate of a point. All have 32 bytes, signatures 64. */
export interface Schnorr {
  /** Whether the bytes are the x coordinate of a point. */
  isKey(key: Uint8Array): boolean;
  /** Signs with BIP340. @param aux 32 bytes of randomness */
  sign(hash: Uint8Array, key: Uint8Array, aux: Uint8Array): Uint8Array;
  /** False if the key is no point. */
  verify(hash: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean;
  /** Returns the negative of a private key. */
  negate(key: Uint8Array): Uint8Array;
  /** Returns a private key plus a scalar, or undefined if the sum is zero. */
  add(key: Uint8Array, scalar: Uint8Array): Uint8Array | undefined;
  /** Whether `output` is `key` + `scalar`·G with the given parity of y; false if a key is no point. */
  isSum(key: Uint8Array, scalar: Uint8Array, output: Uint8Array, parity: 0 | 1): boolean;
}

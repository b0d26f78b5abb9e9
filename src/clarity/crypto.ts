/**
 * What contracts can ask of cryptography. Functions get arguments of the right lengths, and return undefined or false for what is invalid.
 */
export type Crypto = {
  sha256(data: Uint8Array): Uint8Array;
  sha512(data: Uint8Array): Uint8Array;
  sha512_256(data: Uint8Array): Uint8Array;
  keccak256(data: Uint8Array): Uint8Array;
  ripemd160(data: Uint8Array): Uint8Array;
  /** Returns the compressed key that signed a hash. @param signature r, s and the recovery id, 65 bytes */
  recoverSecp256k1(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined;
  /** Verifies r and s, of which a high s is invalid. */
  verifySecp256k1(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean;
  /** Verifies r and s. A high s is valid. */
  verifySecp256r1(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean;
  verifyEd25519(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean;
  /** Returns the 65 bytes of a compressed key's point. */
  decompressSecp256k1(key: Uint8Array): Uint8Array | undefined;
  /** Returns whether 33 bytes are a compressed key. */
  isSecp256k1Key(key: Uint8Array): boolean;
};

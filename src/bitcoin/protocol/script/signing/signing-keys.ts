import { evenPrivateKey } from '../../crypto/key.js';
import type { TaprootLeaf } from '../taproot/taproot-tree.js';
import type { KeyOrigin, TaprootData } from './signature-data.js';

/** The keys and scripts for signing. */
export type SigningKeys = {
  /** Returns the private key of a public key. */
  privateKey(publicKey: Uint8Array): Uint8Array | undefined;
  /** Returns the public key with a hash. */
  publicKey(keyHash: Uint8Array): Uint8Array | undefined;
  /** Returns the script with a hash (RIPEMD-160 of SHA-256). */
  script(scriptHash: Uint8Array): Uint8Array | undefined;
  /** Returns the origin of a public key. */
  origin(publicKey: Uint8Array): KeyOrigin | undefined;
  /** Returns the data of a taproot output. */
  taproot(outputKey: Uint8Array): TaprootOutput | undefined;
};

/** The data for spending a taproot output, and its script tree, which may be empty. */
export type TaprootOutput = { data: TaprootData; tree: TaprootLeaf[] };

/** No keys and no scripts, to assemble existing data. */
export const NO_KEYS: SigningKeys = {
  privateKey: () => undefined,
  publicKey: () => undefined,
  script: () => undefined,
  origin: () => undefined,
  taproot: () => undefined,
};

/** Returns the private key of a public key with this x, negated if its y is odd. */
export function xOnlyPrivateKey(keys: SigningKeys, x: Uint8Array): Uint8Array | undefined {
  const key = firstOf(x, keys.privateKey);
  return key && evenPrivateKey(key);
}

/** Returns the origin of a public key with this x. */
export function xOnlyOrigin(keys: SigningKeys, x: Uint8Array): KeyOrigin | undefined {
  return firstOf(x, keys.origin);
}

function firstOf<T>(x: Uint8Array, find: (publicKey: Uint8Array) => T | undefined): T | undefined {
  return find(Uint8Array.of(2, ...x)) ?? find(Uint8Array.of(3, ...x));
}

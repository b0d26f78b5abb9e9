import { evenPrivateKey } from '../../crypto/key.js';
import type { TaprootLeaf } from '../taproot/taproot-tree.js';
import type { KeyOrigin, TaprootData } from './signature-data.js';

/** The keys and scripts to sign with. */
export type SigningKeys = {
  /** The private key of a public key. */
  privateKey(publicKey: Uint8Array): Uint8Array | undefined;
  /** The public key with a hash. */
  publicKey(keyHash: Uint8Array): Uint8Array | undefined;
  /** The script with a hash (RIPEMD-160 of SHA-256). */
  script(scriptHash: Uint8Array): Uint8Array | undefined;
  /** Where a public key comes from. */
  origin(publicKey: Uint8Array): KeyOrigin | undefined;
  /** What makes a taproot output. */
  taproot(outputKey: Uint8Array): TaprootOutput | undefined;
};

/** How a taproot output is spent, and the tree of its scripts; without scripts the tree is empty. */
export type TaprootOutput = { data: TaprootData; tree: TaprootLeaf[] };

/** No keys and no scripts: what is known already is only put in its place. */
export const NO_KEYS: SigningKeys = {
  privateKey: () => undefined,
  publicKey: () => undefined,
  script: () => undefined,
  origin: () => undefined,
  taproot: () => undefined,
};

/** A private key whose public key has this x, negated where its y is odd. */
export function xOnlyPrivateKey(keys: SigningKeys, x: Uint8Array): Uint8Array | undefined {
  const key = firstOf(x, keys.privateKey);
  return key && evenPrivateKey(key);
}

/** Where a public key with this x comes from. */
export function xOnlyOrigin(keys: SigningKeys, x: Uint8Array): KeyOrigin | undefined {
  return firstOf(x, keys.origin);
}

function firstOf<T>(x: Uint8Array, find: (publicKey: Uint8Array) => T | undefined): T | undefined {
  return find(Uint8Array.of(2, ...x)) ?? find(Uint8Array.of(3, ...x));
}

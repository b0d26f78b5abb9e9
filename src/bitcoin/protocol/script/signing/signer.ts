import { equalBytes, fromHex, toHex } from '../../codec/hex.js';
import { hash160 } from '../../crypto/hash.js';
import type { SignatureCreator } from './signature-creator.js';
import type { SignatureData } from './signature-data.js';
import type { SigningKeys } from './signing-keys.js';

/** The state of signing; `data` is mutable. */
export type Signer = { creator: SignatureCreator; keys: SigningKeys; data: SignatureData };

/** Returns the public key with a hash, or records it as missing. */
export function publicKeyWith({ keys, data }: Signer, hash: Uint8Array): Uint8Array | undefined {
  const known = [...data.signatures.keys(), ...data.origins.keys()].map(fromHex);
  const xOnly = [...data.taprootOrigins.keys()].map(fromHex).find((key) => equalBytes(hash160(key), hash));
  const found =
    known.find((key) => equalBytes(hash160(key), hash)) ?? (xOnly === undefined ? keys.publicKey(hash) : Uint8Array.of(2, ...xOnly));
  if (found === undefined) data.missing.publicKeys.push(hash);
  return found;
}

/** Returns an existing or new signature of a key, or records it as missing. */
export function ecdsaSignature(signer: Signer, key: Uint8Array, script: Uint8Array, inWitness: boolean): Uint8Array | undefined {
  const { creator, keys, data } = signer;
  const name = toHex(key);
  const known = data.signatures.get(name);
  if (known !== undefined) return known;
  const origin = keys.origin(key);
  if (origin !== undefined && !data.origins.has(name)) data.origins.set(name, origin);
  const signature = creator.ecdsa(keys, key, script, inWitness);
  if (signature === undefined) data.missing.signatures.push(hash160(key));
  else data.signatures.set(name, signature);
  return signature;
}

import { equalBytes, fromHex, toHex } from '../../codec/hex.js';
import { hash160 } from '../../crypto/hash.js';
import type { SignatureCreator } from './signature-creator.js';
import type { SignatureData } from './signature-data.js';
import type { SigningKeys } from './signing-keys.js';

/** What signs, with what, and what is known; `data` changes while it is at work. */
export type Signer = { creator: SignatureCreator; keys: SigningKeys; data: SignatureData };

/** The public key with a hash; what is not known is noted as missing. */
export function publicKeyWith({ keys, data }: Signer, hash: Uint8Array): Uint8Array | undefined {
  const known = [...data.signatures.keys(), ...data.origins.keys()].map(fromHex);
  const xOnly = [...data.taprootOrigins.keys()].map(fromHex).find((key) => equalBytes(hash160(key), hash));
  const found =
    known.find((key) => equalBytes(hash160(key), hash)) ?? (xOnly === undefined ? keys.publicKey(hash) : Uint8Array.of(2, ...xOnly));
  if (found === undefined) data.missing.publicKeys.push(hash);
  return found;
}

/** The signature of a key that is known or can be made; what is not is noted as missing. */
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

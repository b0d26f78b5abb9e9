import { isScalar } from '../../../../base/secp256k1.js';
import { type AddressFormat, REGTEST } from '../format.js';
import { decodeBase58Check, encodeBase58Check } from './base58.js';

/** A private key, and the form of its public key. */
export type PrivateKey = { privateKey: Uint8Array; compressed: boolean };

/** Encodes a key in wallet import format. */
export function encodeWif({ privateKey, compressed }: PrivateKey, format: AddressFormat = REGTEST): string {
  return encodeBase58Check(Uint8Array.of(format.privateKey, ...privateKey, ...(compressed ? [1] : [])));
}

/** Decodes a key in wallet import format. Returns undefined if it is invalid on this network. */
export function decodeWif(text: string, format: AddressFormat = REGTEST): PrivateKey | undefined {
  const data = decodeBase58Check(text, 34);
  if (data === undefined || data[0] !== format.privateKey) return undefined;
  const compressed = data.length === 34 && data[33] === 1;
  if (data.length !== 33 && !compressed) return undefined;
  const privateKey = data.slice(1, 33);
  return isScalar(privateKey) && privateKey.some((byte) => byte !== 0) ? { privateKey, compressed } : undefined;
}

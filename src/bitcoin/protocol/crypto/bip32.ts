import { createHmac } from '#platform/crypto.js';
import { ecdsa, schnorr } from '#platform/secp256k1.js';
import { isScalar } from '../../../base/secp256k1.js';
import { hash160 } from './hash.js';
import { isPublicKey, publicKeyOf } from './key.js';

/** A BIP32 key without its network. With `version` bytes before {@link serializeExtendedKey} it is an xpub or xprv. */
export type ExtendedKey = {
  depth: number;
  /** The first four bytes of the parent key's hash. */
  parent: Uint8Array;
  /** The child number, hardened from 2^31 on. */
  child: number;
  chainCode: Uint8Array;
  publicKey: Uint8Array;
  privateKey: Uint8Array | undefined;
};

/** Child numbers from here on require the private key. */
export const HARDENED = 0x80000000;
/** Bytes of a serialized key, without the version. */
const EXTENDED_KEY_SIZE = 74;

/** Parses BIP32's 74 bytes, or returns undefined if they are invalid. @param secret parse a private key */
export function parseExtendedKey(bytes: Uint8Array, secret: boolean): ExtendedKey | undefined {
  if (bytes.length !== EXTENDED_KEY_SIZE) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const key = bytes.slice(41);
  const header = { depth: view.getUint8(0), parent: bytes.slice(1, 5), child: view.getUint32(5), chainCode: bytes.slice(9, 41) };
  if (header.depth === 0 && (header.child !== 0 || header.parent.some((byte) => byte !== 0))) return undefined;
  if (!secret) return isPublicKey(key) ? { ...header, publicKey: key, privateKey: undefined } : undefined;
  const privateKey = key.slice(1);
  if (key[0] !== 0 || !isScalar(privateKey) || privateKey.every((byte) => byte === 0)) return undefined;
  return { ...header, publicKey: publicKeyOf(privateKey), privateKey };
}

/** Returns the 74 bytes of the public key. */
export function serializeExtendedKey({ depth, parent, child, chainCode, publicKey }: ExtendedKey): Uint8Array {
  const bytes = new Uint8Array(EXTENDED_KEY_SIZE);
  bytes[0] = depth;
  bytes.set(parent, 1);
  new DataView(bytes.buffer).setUint32(5, child);
  bytes.set(chainCode, 9);
  bytes.set(publicKey, 41);
  return bytes;
}

/** Returns the 74 bytes of the private key. @throws TypeError if it is missing */
export function serializePrivateKey(key: ExtendedKey): Uint8Array {
  if (key.privateKey === undefined) throw new TypeError('the key has no private key');
  const bytes = serializeExtendedKey(key);
  bytes[41] = 0;
  bytes.set(key.privateKey, 42);
  return bytes;
}

/** Returns the root key of a seed, 16 to 64 bytes. @throws RangeError for the seeds without a key (1 in 2^127) */
export function masterKey(seed: Uint8Array): ExtendedKey {
  const digest = new Uint8Array(createHmac('sha512', 'Bitcoin seed').update(seed).digest());
  const privateKey = digest.slice(0, 32);
  return { depth: 0, parent: new Uint8Array(4), child: 0, chainCode: digest.slice(32), publicKey: publicKeyOf(privateKey), privateKey };
}

/** Derives a child key. Returns undefined if it needs a missing private key, or does not exist (1 in 2^127). */
export function deriveChild(key: ExtendedKey, child: number): ExtendedKey | undefined {
  const { privateKey, publicKey, chainCode } = key;
  const hardened = child >= HARDENED;
  if ((hardened && privateKey === undefined) || key.depth === 0xff) return undefined;
  const data = new Uint8Array(37);
  if (hardened && privateKey !== undefined) data.set(privateKey, 1);
  else data.set(publicKey, 0);
  new DataView(data.buffer).setUint32(33, child);
  const digest = new Uint8Array(createHmac('sha512', chainCode).update(data).digest());
  const tweak = digest.slice(0, 32);
  if (!isScalar(tweak)) return undefined;
  const header = { depth: key.depth + 1, parent: hash160(publicKey).slice(0, 4), child, chainCode: digest.slice(32) };
  if (privateKey === undefined) {
    const childKey = ecdsa().addToKey(publicKey, tweak);
    return childKey && { ...header, publicKey: childKey, privateKey };
  }
  const secret = schnorr().add(privateKey, tweak);
  return secret === undefined ? undefined : { ...header, publicKey: publicKeyOf(secret), privateKey: secret };
}

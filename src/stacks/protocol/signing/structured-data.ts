import { ecdsa } from '#platform/secp256k1.js';
import { AsciiValue, serialize, tupleOfEntries, UIntValue, type Value } from '../../../clarity/values.js';
import { sha256 } from '../codec/hash.js';

/** Who asks for a signature, so that it counts nowhere else. */
type Domain = { name: string; version: string /** The node's `network_id`. */; chainId: number };

const PREFIX = Buffer.from('SIP018');

/**
 * Signs structured data (SIP-018). Signatures are deterministic (RFC 6979).
 * @param privateKey 32 bytes
 * @returns r, s and the recovery id, as Clarity's `secp256k1-recover?` takes them: 65 bytes
 */
export function signStructuredData({ name, version, chainId }: Domain, message: Value, privateKey: Uint8Array): Buffer {
  const domain = tupleOfEntries([
    ['chain-id', new UIntValue(BigInt(chainId))],
    ['name', new AsciiValue(name)],
    ['version', new AsciiValue(version)],
  ]);
  return signHash(structuredDataHash(serialize(domain), serialize(message)), privateKey);
}

/** Returns what SIP-018 signs. @param domain a serialized tuple @param message a serialized value */
export function structuredDataHash(domain: Uint8Array, message: Uint8Array): Buffer {
  return sha256(Buffer.concat([PREFIX, sha256(domain), sha256(message)]));
}

/** @returns r, s and the recovery id: 65 bytes */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): Buffer {
  const { signature, recoveryId } = ecdsa().sign(hash, privateKey);
  return Buffer.concat([signature, Uint8Array.of(recoveryId)]);
}

import { decodeWif } from '../address/wif.js';
import { toHex } from '../codec/hex.js';
import { hash160, sha256 } from '../crypto/hash.js';
import { evenPrivateKey, publicKeyOf } from '../crypto/key.js';
import { buildScript } from '../script/build.js';
import { OP } from '../script/opcodes.js';
import type { SigningKeys } from '../script/produce-signature.js';
import { RPC_CODE, RpcError, wrongType } from './error.js';

/** Keys to sign with, to which scripts can be added. */
export type KeyStore = SigningKeys & { addScript(script: Uint8Array): void };

/** The keys in wallet import format. @throws RpcError */
export function createKeyStore(texts: unknown[]): KeyStore {
  const privateKeys = new Map<string, Uint8Array>();
  const publicKeys = new Map<string, Uint8Array>();
  const xOnlyKeys = new Map<string, Uint8Array>();
  const scripts = new Map<string, Uint8Array>();
  for (const text of texts) {
    if (typeof text !== 'string') throw wrongType(text, 'string');
    const key = decodeWif(text);
    if (key === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid private key');
    const publicKey = publicKeyOf(key.privateKey, key.compressed);
    privateKeys.set(toHex(publicKey), key.privateKey);
    publicKeys.set(toHex(hash160(publicKey)), publicKey);
    if (key.compressed) xOnlyKeys.set(toHex(publicKey.subarray(1)), evenPrivateKey(key.privateKey));
  }
  return {
    privateKey: (publicKey) => privateKeys.get(toHex(publicKey)),
    publicKey: (hash) => publicKeys.get(toHex(hash)),
    xOnlyPrivateKey: (x) => xOnlyKeys.get(toHex(x)),
    script: (hash) => scripts.get(toHex(hash)),
    addScript: (script) => {
      scripts.set(toHex(hash160(script)), script);
    },
  };
}

/** The P2WSH output script of a script. */
export function witnessScriptHash(script: Uint8Array): Uint8Array {
  return buildScript([OP[0], sha256(script)]);
}

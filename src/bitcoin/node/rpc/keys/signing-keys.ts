import { decodeWif } from '../../../protocol/address/encoding/wif.js';
import { toHex } from '../../../protocol/codec/hex.js';
import { hash160, sha256 } from '../../../protocol/crypto/hash.js';
import { publicKeyOf } from '../../../protocol/crypto/key.js';
import { payToWitness } from '../../../protocol/script/pay-to.js';
import { NO_KEYS, type SigningKeys } from '../../../protocol/script/signing/signing-keys.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';

/** Signing keys, to which scripts can be added. */
export type KeyStore = SigningKeys & { addScript(script: Uint8Array): void };

/** Parses keys in wallet import format. @throws RpcError */
export function createKeyStore(texts: unknown[]): KeyStore {
  const privateKeys = new Map<string, Uint8Array>();
  const publicKeys = new Map<string, Uint8Array>();
  const scripts = new Map<string, Uint8Array>();
  const addScript = (script: Uint8Array) => {
    scripts.set(toHex(hash160(script)), script);
  };
  for (const text of texts) {
    if (typeof text !== 'string') throw wrongType(text, 'string');
    const key = decodeWif(text);
    if (key === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid private key');
    const publicKey = publicKeyOf(key.privateKey, key.compressed);
    privateKeys.set(toHex(publicKey), key.privateKey);
    const keyHash = hash160(publicKey);
    publicKeys.set(toHex(keyHash), publicKey);
    // Segwit needs compressed keys. A P2SH output may contain the program.
    if (key.compressed) addScript(payToWitness(keyHash));
  }
  return {
    ...NO_KEYS,
    privateKey: (publicKey) => privateKeys.get(toHex(publicKey)),
    publicKey: (hash) => publicKeys.get(toHex(hash)),
    script: (hash) => scripts.get(toHex(hash)),
    addScript,
  };
}

/** Returns the P2WSH output script of a script. */
export function witnessScriptHash(script: Uint8Array): Uint8Array {
  return payToWitness(sha256(script));
}

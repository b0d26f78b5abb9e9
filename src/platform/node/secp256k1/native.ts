import { createRequire } from 'node:module';
import { type Ecdsa, isLowScalar, type RecoveryId, unlessInvalid } from '../../../base/secp256k1.js';

const require = createRequire(import.meta.url);

/** The functions of the npm package `secp256k1` that are used. They throw an `Error` for a value that is invalid. */
interface Bindings {
  privateKeyVerify(key: Uint8Array): boolean;
  publicKeyVerify(key: Uint8Array): boolean;
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array;
  publicKeyConvert(key: Uint8Array, compressed: boolean): Uint8Array;
  publicKeyTweakAdd(key: Uint8Array, scalar: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(hash: Uint8Array, key: Uint8Array, options: { data?: Uint8Array }): { signature: Uint8Array; recid: RecoveryId };
  ecdsaVerify(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean;
  ecdsaRecover(signature: Uint8Array, id: RecoveryId, hash: Uint8Array, compressed: boolean): Uint8Array;
  /** Changes the signature itself. */
  signatureNormalize(signature: Uint8Array): Uint8Array;
}

/** What the library says of invalid values. */
const INVALID =
  /^(Public Key could not be parsed|The tweak was out of range or the resulted private key is invalid|Signature could not be parsed|Public key could not be recover)$/;
const SCALAR_SIZE = 32;
const COMPRESSED_SIZE = 33;
const UNCOMPRESSED_SIZE = 65;

/** Returns ECDSA by the native library, or undefined if this machine does not have it. */
export function nativeEcdsa(): Ecdsa | undefined {
  const curve = load();
  if (curve === undefined) return undefined;
  const isPrivateKey = (key: Uint8Array) => key.length === SCALAR_SIZE && curve.privateKeyVerify(key);
  return {
    isPrivateKey,
    isPublicKey: (key) => isPlain(key) && curve.publicKeyVerify(key),
    publicKeyOf(key, compressed) {
      if (!isPrivateKey(key)) throw new RangeError('not a private key');
      return curve.publicKeyCreate(key, compressed);
    },
    convertKey: (key, compressed) => unlessInvalid(INVALID, () => (isPlain(key) ? curve.publicKeyConvert(key, compressed) : null)),
    addToKey: (key, scalar) => unlessInvalid(INVALID, () => (isPlain(key) ? curve.publicKeyTweakAdd(key, scalar, true) : null)),
    sign(hash, key, entropy) {
      const { signature, recid } = curve.ecdsaSign(hash, key, entropy === undefined ? {} : { data: entropy });
      return { signature, recoveryId: recid };
    },
    // The library takes only a low S.
    verify: (hash, key, signature) =>
      unlessInvalid(INVALID, () => {
        const low = isLowScalar(signature, SCALAR_SIZE) ? signature : curve.signatureNormalize(signature.slice());
        return curve.ecdsaVerify(low, hash, key);
      }) ?? false,
    recover: (hash, signature, id, compressed) => unlessInvalid(INVALID, () => curve.ecdsaRecover(signature, id, hash, compressed)),
  };
}

/** The library also takes hybrid keys. */
function isPlain(key: Uint8Array): boolean {
  const [prefix] = key;
  return prefix === 4 ? key.length === UNCOMPRESSED_SIZE : (prefix === 2 || prefix === 3) && key.length === COMPRESSED_SIZE;
}

/** @returns undefined on a machine without a library */
function load(): Bindings | undefined {
  try {
    // biome-ignore lint/correctness/useImportExtensions: a CommonJS file, which alone can load native libraries.
    return require('./bindings.cjs');
  } catch {
    return undefined;
  }
}

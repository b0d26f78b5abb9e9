import { createRequire } from 'node:module';
import { type Ecdsa, type Schnorr, unlessInvalid } from '../../../base/secp256k1.js';

const require = createRequire(import.meta.url);

/**
 * Returns libsecp256k1 as WebAssembly, for what the native library lacks: Schnorr signatures and x-only keys. The first call compiles it in
 * about 20 ms, which a start of a node should not pay before the first signature. Later calls use Node's module cache.
 */
function wasm(): typeof import('tiny-secp256k1') {
  return require('tiny-secp256k1');
}

/** What the library says of invalid values. */
const INVALID = /^(Expected Point|Expected Tweak|Expected Signature|Bad Recovery Id)$/;

/** Returns ECDSA in WebAssembly. */
export function wasmEcdsa(): Ecdsa {
  const { isPrivate, isPoint, pointFromScalar, pointCompress, pointAddScalar, signRecoverable, verify, recover } = wasm();
  return {
    isPrivateKey: isPrivate,
    isPublicKey: isPoint,
    publicKeyOf(key, compressed) {
      const publicKey = isPrivate(key) ? pointFromScalar(key, compressed) : null;
      if (publicKey === null) throw new RangeError('not a private key');
      return publicKey;
    },
    convertKey: (key, compressed) => unlessInvalid(INVALID, () => pointCompress(key, compressed)),
    addToKey: (key, scalar) => unlessInvalid(INVALID, () => pointAddScalar(key, scalar, true)),
    sign: signRecoverable,
    verify: (hash, key, signature) => unlessInvalid(INVALID, () => verify(hash, key, signature)) ?? false,
    recover: (hash, signature, id, compressed) => unlessInvalid(INVALID, () => recover(hash, signature, id, compressed)),
  };
}

/** Returns Schnorr signatures in WebAssembly. */
export function wasmSchnorr(): Schnorr {
  const { isXOnlyPoint, signSchnorr, verifySchnorr, privateNegate, privateAdd, xOnlyPointAddTweakCheck } = wasm();
  return {
    isKey: isXOnlyPoint,
    sign: signSchnorr,
    verify: (hash, key, signature) => unlessInvalid(INVALID, () => verifySchnorr(hash, key, signature)) ?? false,
    negate: privateNegate,
    add: (key, scalar) => privateAdd(key, scalar) ?? undefined,
    isSum: (key, scalar, output, parity) => unlessInvalid(INVALID, () => xOnlyPointAddTweakCheck(key, scalar, output, parity)) ?? false,
  };
}

import { schnorr as bip340, secp256k1 } from '@noble/curves/secp256k1.js';
import { type Ecdsa, type Schnorr, unlessInvalid } from '../../base/secp256k1.js';

const { Point, Signature, utils } = secp256k1;
const plain = (key: Uint8Array): boolean => key.length === 33 || (key.length === 65 && key[0] === 4);
const point = (key: Uint8Array) => {
  if (!plain(key)) throw new RangeError('not a public key');
  return Point.fromBytes(key);
};
const ifValid = <T>(run: () => T): T | undefined => unlessInvalid(/./s, run);

/** Returns ECDSA in plain JavaScript: the WebAssembly of `tiny-secp256k1` is larger than the page. */
export function ecdsa(): Ecdsa {
  return {
    isPrivateKey: (key) => utils.isValidSecretKey(key),
    isPublicKey: (key) => ifValid(() => point(key)) !== undefined,
    publicKeyOf(key, compressed) {
      if (!utils.isValidSecretKey(key)) throw new RangeError('not a private key');
      return secp256k1.getPublicKey(key, compressed);
    },
    convertKey: (key, compressed) => ifValid(() => point(key).toBytes(compressed)),
    addToKey: (key, scalar) => ifValid(() => sumOf(point(key), Point.Fn.fromBytes(scalar)).toBytes(true)),
    // RFC 6979 with low S, as libsecp256k1 does.
    sign(hash, key, entropy) {
      const options = { prehash: false, format: 'recovered', ...(entropy && { extraEntropy: entropy }) } as const;
      const bytes = secp256k1.sign(hash, key, options);
      return { signature: bytes.slice(1), recoveryId: (bytes[0] ?? 0) as 0 | 1 | 2 | 3 };
    },
    verify: (hash, key, signature) => ifValid(() => secp256k1.verify(signature, hash, key, { prehash: false, lowS: false })) ?? false,
    recover: (hash, signature, id, compressed) =>
      ifValid(() => Signature.fromBytes(signature, 'compact').addRecoveryBit(id).recoverPublicKey(hash).toBytes(compressed)),
  };
}

/** Returns Schnorr signatures in plain JavaScript. */
export function schnorr(): Schnorr {
  const { Fn } = Point;
  const lifted = (x: Uint8Array) => Point.fromBytes(Uint8Array.of(2, ...x));
  return {
    isKey: (key) => ifValid(() => lifted(key)) !== undefined,
    sign: (hash, key, aux) => bip340.sign(hash, key, aux),
    verify: (hash, key, signature) => ifValid(() => bip340.verify(signature, hash, key)) ?? false,
    negate: (key) => Fn.toBytes(Fn.neg(Fn.fromBytes(key))),
    add(key, scalar) {
      const sum = Fn.add(Fn.fromBytes(key), Fn.fromBytes(scalar));
      return sum === 0n ? undefined : Fn.toBytes(sum);
    },
    isSum: (key, scalar, output, parity) =>
      ifValid(() => {
        const sum = sumOf(lifted(key), Fn.fromBytes(scalar)).toBytes(true);
        return sum[0] === 2 + parity && sum.subarray(1).every((byte, i) => byte === output[i]);
      }) ?? false,
  };
}

/** Returns a point plus scalar·G. The library multiplies by no zero. */
function sumOf(start: InstanceType<typeof Point>, scalar: bigint): InstanceType<typeof Point> {
  return scalar === 0n ? start : start.add(Point.BASE.multiply(scalar));
}

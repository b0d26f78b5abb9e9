import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ecdsa, RecoveryId } from '#dist/base/secp256k1/types.js';
import { ecdsa as browserEcdsa, schnorr as browserSchnorr } from '#dist/platform/browser/secp256k1.js';
import { nativeEcdsa } from '#dist/platform/node/secp256k1/native.js';
import { wasmEcdsa, wasmSchnorr } from '#dist/platform/node/secp256k1/wasm.js';
import { FULL_LENGTH } from '../../full-length.js';

const native = nativeEcdsa();
const wasm = wasmEcdsa();
const libraries = [native ?? wasm, wasm, browserEcdsa()];
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const edges = ['00'.repeat(32), `${'00'.repeat(31)}01`, toHex(ORDER), toHex(ORDER - 1n), 'ff'.repeat(32)];
const scalar = fc.oneof(
  { weight: 9, arbitrary: bytes(32) },
  fc.constantFrom(...edges.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))),
);
const recoveryId = fc.constantFrom<RecoveryId>(0, 1);

/** Calls a function of all libraries and expects the same result, or that all throw. */
function agree<T>(call: (curve: Ecdsa) => T): T | undefined {
  const [left, ...others] = libraries.map((curve) => {
    try {
      return { value: call(curve) };
    } catch {
      return 'threw';
    }
  });
  for (const right of others) expect(left).toEqual(right);
  return typeof left === 'object' ? left.value : undefined;
}

/** The public key of the sum of two private keys, or undefined without one. */
function keyOfSum(...keys: Uint8Array[]): Uint8Array | undefined {
  const [a = 0n, b = 0n] = keys.map((key) => BigInt(`0x${Buffer.from(key).toString('hex')}`));
  const sum = (a + b) % ORDER;
  return sum === 0n || b >= ORDER ? undefined : wasm.publicKeyOf(Buffer.from(toHex(sum), 'hex'), true);
}

function toHex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** The same signature with the other S. */
function otherS(signature: Uint8Array): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
  return Uint8Array.of(...signature.subarray(0, 32), ...Buffer.from(toHex(ORDER - s), 'hex'));
}

test('default: the native library, WebAssembly and the one of browsers sign, verify, recover and add alike', () => {
  fc.assert(
    fc.property(
      scalar,
      bytes(32),
      fc.option(bytes(32), { nil: undefined }),
      fc.boolean(),
      fc.nat(63),
      (key, hash, entropy, compressed, at) => {
        agree((curve) => curve.isPrivateKey(key));
        const publicKey = agree((curve) => curve.publicKeyOf(key, compressed));
        const signed = agree((curve) => curve.sign(hash, key, entropy));
        if (publicKey === undefined || signed === undefined) return;
        const { signature, recoveryId: id } = signed;
        expect(agree((curve) => curve.verify(hash, publicKey, signature))).toBe(true);
        expect(agree((curve) => curve.verify(hash, publicKey, otherS(signature)))).toBe(true);
        expect(agree((curve) => curve.recover(hash, signature, id, compressed))).toEqual(publicKey);
        expect(agree((curve) => curve.convertKey(publicKey, !compressed))).toEqual(wasm.publicKeyOf(key, !compressed));
        expect(agree((curve) => curve.addToKey(publicKey, hash))).toEqual(keyOfSum(key, hash));
        const damaged = signature.slice();
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        expect(agree((curve) => curve.verify(hash, publicKey, damaged))).toBe(false);
        agree((curve) => curve.recover(hash, damaged, id, compressed));
      },
    ),
    { numRuns: FULL_LENGTH ? 300 : 40 },
  );
});

test('error: they agree about bytes that are no key or signature', () => {
  const key = fc.oneof(
    fc.tuple(fc.constantFrom(0, 2, 3, 5), scalar).map(([prefix, x]) => Uint8Array.of(prefix, ...x)),
    fc.tuple(fc.constantFrom(4, 6, 7), scalar, scalar).map(([prefix, x, y]) => Uint8Array.of(prefix, ...x, ...y)),
    fc.uint8Array({ maxLength: 66 }),
  );
  fc.assert(
    fc.property(key, bytes(32), scalar, scalar, recoveryId, fc.boolean(), (publicKey, hash, r, s, id, compressed) => {
      const signature = Uint8Array.of(...r, ...s);
      const isKey = agree((curve) => curve.isPublicKey(publicKey));
      agree((curve) => curve.convertKey(publicKey, compressed));
      if (isKey) agree((curve) => curve.verify(hash, publicKey, signature));
      agree((curve) => curve.addToKey(publicKey, r));
      agree((curve) => curve.recover(hash, signature, id, compressed));
    }),
    { numRuns: FULL_LENGTH ? 1000 : 150 },
  );
});

test('default: a signature of the published test of RFC 6979 for this curve', () => {
  const key = Uint8Array.from(Buffer.from(`${'00'.repeat(31)}01`, 'hex'));
  const hash = Uint8Array.from(Buffer.from('a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e', 'hex'));
  const expected =
    '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8' + '2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5';
  for (const curve of libraries) {
    expect(Buffer.from(curve.sign(hash, key).signature).toString('hex')).toBe(expected);
  }
});

test('default: WebAssembly and the library of browsers agree about Schnorr signatures and sums', () => {
  const both = [wasmSchnorr(), browserSchnorr()] as const;
  const agreed = <T>(call: (curve: (typeof both)[0]) => T): T => {
    const [left, right] = both.map(call) as [T, T];
    expect(left).toEqual(right);
    return left;
  };
  fc.assert(
    fc.property(bytes(32), bytes(32), bytes(32), bytes(32), fc.constantFrom<0 | 1>(0, 1), (key, hash, aux, tweak, parity) => {
      if (!wasm.isPrivateKey(key)) return;
      const publicKey = wasm.publicKeyOf(key, true).subarray(1);
      expect(agreed((curve) => curve.isKey(publicKey))).toBe(true);
      agreed((curve) => curve.isKey(tweak));
      const signature = agreed((curve) => curve.sign(hash, key, aux));
      expect(agreed((curve) => curve.verify(hash, publicKey, signature))).toBe(true);
      expect(agreed((curve) => curve.verify(tweak, publicKey, signature))).toBe(false);
      expect(
        agreed((curve) =>
          curve.add(
            agreed((other) => other.negate(key)),
            key,
          ),
        ),
      ).toBeUndefined();
      if (!wasm.isPrivateKey(tweak)) return;
      agreed((curve) => curve.add(key, tweak));
      const sum = wasm.addToKey(Uint8Array.of(2, ...publicKey), tweak);
      if (sum === undefined) return;
      expect(agreed((curve) => curve.isSum(publicKey, tweak, sum.subarray(1), parity))).toBe(sum[0] === 2 + parity);
    }),
    { numRuns: FULL_LENGTH ? 100 : 20 },
  );
});

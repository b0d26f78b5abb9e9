import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLowScalar, isScalar } from '#dist/base/secp256k1/scalar.js';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { deriveChild, HARDENED, parseExtendedKey, serializeExtendedKey } from '#dist/bitcoin/protocol/crypto/bip32.js';
import { encodeDer, parseLaxDer } from '#dist/bitcoin/protocol/crypto/der.js';
import { hash160, hash256, ripemd160, scriptHash, sha1, sha256, taggedHash } from '#dist/bitcoin/protocol/crypto/hash.js';
import { isPublicKey, publicKeyOf, signEcdsa, signSchnorr, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { ecdsaVerify, schnorrVerify, tweakCheck } from '#dist/bitcoin/protocol/crypto/signature.js';

const ORDER = fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
const HASH = sha256(new Uint8Array(1));
const PRIVATE_KEY = fromHex('01'.repeat(32));
const KEY = publicKeyOf(PRIVATE_KEY);

describe('hashes', () => {
  test('default: of nothing', () => {
    const empty = new Uint8Array(0);
    expect(toHex(sha256(empty))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(hash256(empty))).toBe('5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456');
    expect(toHex(hash160(empty))).toBe('b472a266d0bd89c13706a4132ccfb16f7c3b9fcb');
    expect(toHex(ripemd160(empty))).toBe('9c1185a5c5e9fc54612808977ee8f548b2258d31');
    expect(toHex(sha1(empty))).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
  });

  test('behavior: the fallback for OpenSSL returns the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        expect(scriptHash('ripemd160')(data)).toEqual(ripemd160(data));
        expect(scriptHash('sha1')(data)).toEqual(sha1(data));
      }),
    );
  });

  test('behavior: a tagged hash is one of two tag hashes and the data', () => {
    const tag = createHash('sha256').update('TapLeaf').digest();
    const whole = createHash('sha256').update(tag).update(tag).update('ab').digest('hex');
    expect(toHex(taggedHash('TapLeaf', Buffer.from('a'), Buffer.from('b')))).toBe(whole);
  });

  test('behavior: results own their bytes', () => {
    const hash = sha256(new Uint8Array(3));
    hash.slice().fill(0);
    expect(hash).toEqual(sha256(new Uint8Array(3)));
    expect(Object.getPrototypeOf(hash)).toBe(Uint8Array.prototype);
  });
});

describe('ECDSA', () => {
  const signature = signEcdsa(HASH, PRIVATE_KEY);

  test('default: signed and verified, the same each time', () => {
    expect(ecdsaVerify(HASH, KEY, signature)).toBe(true);
    expect(ecdsaVerify(HASH, publicKeyOf(PRIVATE_KEY, false), signature)).toBe(true);
    expect(signEcdsa(HASH, PRIVATE_KEY)).toEqual(signature);
    expect(isLowScalar(parseLaxDer(signature) ?? ORDER, 32)).toBe(true);
  });

  test('error: another hash, another key, no point, no key at all', () => {
    expect(ecdsaVerify(sha256(HASH), KEY, signature)).toBe(false);
    expect(ecdsaVerify(HASH, publicKeyOf(HASH), signature)).toBe(false);
    expect(ecdsaVerify(HASH, Uint8Array.of(2, ...new Uint8Array(32).fill(0xff)), signature)).toBe(false);
    for (const key of [new Uint8Array(0), KEY.slice(0, 32), Uint8Array.of(5, ...KEY.slice(1)), new Uint8Array(65)]) {
      expect(ecdsaVerify(HASH, key, signature)).toBe(false);
    }
    expect(ecdsaVerify(HASH, KEY, new Uint8Array(0))).toBe(false);
  });

  test('behavior: hybrid keys verify if their parity is right', () => {
    const hybrid = publicKeyOf(PRIVATE_KEY, false);
    const parity = (hybrid[64] ?? 0) & 1;
    expect(ecdsaVerify(HASH, Uint8Array.of(6 + parity, ...hybrid.slice(1)), signature)).toBe(true);
    expect(ecdsaVerify(HASH, Uint8Array.of(7 - parity, ...hybrid.slice(1)), signature)).toBe(false);
  });

  test('behavior: loose DER verifies: trailing bytes, padding, long lengths', () => {
    const numbers = parseLaxDer(signature) ?? new Uint8Array(64);
    const r = numbers.slice(0, 32);
    const s = numbers.slice(32);
    const variants = [
      [...signature, 0, 1, 2],
      [0x30, 0, 0x02, 33, 0, ...r, 0x02, 32, ...s],
      [0x30, 0x82, 0xff, 0xff, 0x02, 0x81, 32, ...r, 0x02, 0x82, 0, 36, 0, 0, 0, 0, ...s],
      [0x30, 0, 0x02, 32, ...r, 0x02, 0x85, 0, 0, 0, 0, 32, ...s],
    ];
    for (const variant of variants) expect(ecdsaVerify(HASH, KEY, Uint8Array.from(variant))).toBe(true);
  });

  test('error: DER that is no signature', () => {
    for (const hex of [
      '',
      '30',
      '31060201010201',
      '3085',
      '300602',
      '30060201',
      '3006020101',
      '300602010102',
      '30060201010203',
      '30060284010000000202',
    ]) {
      expect(parseLaxDer(fromHex(hex)), hex).toBeUndefined();
    }
  });

  test('behavior: numbers beyond 32 bytes read as zero', () => {
    expect(parseLaxDer(Uint8Array.of(0x30, 38, 2, 33, 1, ...new Uint8Array(32), 2, 1, 1))).toEqual(new Uint8Array(64));
  });

  test('behavior: DER of any two numbers is read again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (compact) => {
        expect(parseLaxDer(encodeDer(compact))).toEqual(compact);
      }),
      { numRuns: 200 },
    );
  });
});

describe('Schnorr', () => {
  const signature = signSchnorr(HASH, PRIVATE_KEY);

  test('default', () => {
    expect(schnorrVerify(HASH, KEY.slice(1), signature)).toBe(true);
    expect(schnorrVerify(sha256(HASH), KEY.slice(1), signature)).toBe(false);
  });

  // Vectors 5 and 13 of BIP340: a key that is no point, and an s that is the order.
  test('error: no point, no scalar', () => {
    const noPoint = fromHex('eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34');
    expect(schnorrVerify(HASH, noPoint, signature)).toBe(false);
    expect(schnorrVerify(HASH, KEY.slice(1), Uint8Array.of(...signature.slice(0, 32), ...ORDER))).toBe(false);
  });
});

describe('keys', () => {
  test('default: a tweak can be checked', () => {
    const tweaked = tweakKey(KEY.slice(1), HASH);
    if (tweaked === undefined) throw new Error('no key');
    expect(tweakCheck(KEY.slice(1), HASH, tweaked.key, tweaked.parity)).toBe(true);
    expect(tweakCheck(KEY.slice(1), HASH, tweaked.key, tweaked.parity === 0 ? 1 : 0)).toBe(false);
    expect(tweakCheck(KEY.slice(1), ORDER, tweaked.key, tweaked.parity)).toBe(false);
    expect(tweakCheck(new Uint8Array(32).fill(0xff), HASH, tweaked.key, tweaked.parity)).toBe(false);
  });

  test('error: numbers that are no private keys', () => {
    expect(() => publicKeyOf(new Uint8Array(32))).toThrow(RangeError);
    expect(() => publicKeyOf(ORDER)).toThrow(RangeError);
    expect(isScalar(ORDER)).toBe(false);
    expect(isPublicKey(new Uint8Array(33))).toBe(false);
  });
});

describe('BIP32', () => {
  const seed = HDKey.fromMasterSeed(fromHex('000102030405060708090a0b0c0d0e0f'));
  const root = parseExtendedKey(serialized(seed, true), true);

  test.each([[0], [1, 2], [HARDENED], [HARDENED, 1, HARDENED + 2, 2, 1_000_000_000]])(
    'default: path %j as another library derives it',
    (...path) => {
      const steps = path.flat();
      const expected = steps.reduce((key, step) => key.deriveChild(step), seed);
      const derived = steps.reduce<typeof root>((key, step) => key && deriveChild(key, step), root);
      if (derived === undefined) throw new Error('no key');
      expect(serializeExtendedKey(derived)).toEqual(serialized(expected, false));
      expect(derived.privateKey).toEqual(expected.privateKey);
      const open = parseExtendedKey(serializeExtendedKey(derived), false);
      if (open === undefined) throw new Error('no key');
      expect(deriveChild(open, 5)?.publicKey).toEqual(expected.deriveChild(5).publicKey);
    },
  );

  test('error: a hardened child of a public key; bytes that are no key', () => {
    const open = parseExtendedKey(serialized(seed, false), false);
    if (open === undefined) throw new Error('no key');
    expect(deriveChild(open, HARDENED)).toBeUndefined();
    expect(parseExtendedKey(serialized(seed, false), true)).toBeUndefined();
    expect(parseExtendedKey(serialized(seed, true), false)).toBeUndefined();
    expect(parseExtendedKey(new Uint8Array(74), true)).toBeUndefined();
    expect(parseExtendedKey(new Uint8Array(73), true)).toBeUndefined();
    const orphan = serialized(seed, false);
    orphan[8] = 1;
    expect(parseExtendedKey(orphan, false)).toBeUndefined();
  });

  /** The 74 bytes behind the version. */
  function serialized(key: HDKey, secret: boolean): Uint8Array {
    const bytes = new Uint8Array(74);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, key.depth);
    view.setUint32(1, key.parentFingerprint);
    view.setUint32(5, key.index);
    bytes.set(key.chainCode ?? [], 9);
    bytes.set(secret ? (key.privateKey ?? []) : (key.publicKey ?? []), secret ? 42 : 41);
    return bytes;
  }
});

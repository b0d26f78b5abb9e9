import type { Signature } from '../analysis/signature.js';
import type { NativeCheck } from '../analysis/type-checker.js';
import type { Operand } from '../compile/compile-scope.js';
import type { Cost } from '../costs/cost.js';
import type { CostName } from '../costs/costs.js';
import type { Crypto } from '../crypto.js';
import { CheckFailure } from '../failure.js';
import { responseType } from '../types/construct.js';
import { BOOL, BUFFER_20, BUFFER_32, BUFFER_33, BUFFER_64, BUFFER_65, BUFFER_MAX, INT, type Type, UINT } from '../types/type.js';
import { boolOf, errorCode, okOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { BufferValue, FALSE, type Value } from '../values/value.js';
import { checkExpecting } from './check-expecting.js';
import { type CompileNative, native, serializedSizes, special, unary } from './native.js';

/** Hashes and signatures (clarity/src/vm/functions/crypto.rs). */

/** The highest recovery id. */
const MAX_RECOVERY_ID = 3;

function mismatch(type: Type, value: Value): CheckFailure {
  return new CheckFailure('TypeValueError', type, errorText(value));
}

/** Integers are hashed as 16 bytes, the lowest first. */
function bytesToHash(value: Value): Uint8Array {
  if (value.kind === 'buffer') return value.bytes;
  if (value.kind !== 'int' && value.kind !== 'uint')
    throw new CheckFailure('UnionTypeValueError', [INT, UINT, BUFFER_MAX], errorText(value));
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt.asUintN(64, value.value), true);
  view.setBigUint64(8, BigInt.asUintN(64, value.value >> 64n), true);
  return bytes;
}

function hash(cost: CostName, run: (crypto: Crypto, data: Uint8Array) => Uint8Array): CompileNative {
  return native(
    { cost, arity: 1, input: serializedSizes },
    ([value], x) => new BufferValue(run(x.rules.crypto, bytesToHash(value as Value))),
  );
}

/** A buffer of exactly this length. */
function buffer(value: Value, type: Type & { length: number }): Uint8Array {
  if (value.kind !== 'buffer' || value.bytes.length !== type.length) throw mismatch(type, value);
  return value.bytes;
}

/** A buffer of at most this length. */
function shortBuffer(value: Value, type: Type & { length: number }): Uint8Array {
  if (value.kind !== 'buffer' || value.bytes.length > type.length) throw mismatch(type, value);
  return value.bytes;
}

/**
 * Makes a verification of a signature. The arguments are evaluated and checked one after the other; `read` gives undefined for a signature
 * that is false.
 */
function verification(
  cost: 'Secp256k1verify' | 'Secp256r1verify',
  read: (signature: Value) => Uint8Array | undefined,
  verify: (crypto: Crypto, hash: Uint8Array, signature: Uint8Array, key: Uint8Array, version: number) => boolean,
): CompileNative {
  return special({ count: 3 }, ({ expression, args }, scope) => {
    const [hashCode, signatureCode, keyCode] = args.map((arg) => scope.ref(arg));
    const runtime = (scope.costs[cost] as Cost).runtime(0);
    const { version } = scope;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const message = hashCode!(x, frame);
      x.at = expression;
      const digest = buffer(message, BUFFER_32);
      const signature = signatureCode!(x, frame);
      x.at = expression;
      const bytes = read(signature);
      if (bytes === undefined) return FALSE;
      const key = keyCode!(x, frame);
      x.at = expression;
      return boolOf(verify(x.rules.crypto, digest, bytes, buffer(key, BUFFER_33), version));
    };
  });
}

/** A signature may have a recovery id, which does not count but must be one. */
function secp256k1Signature(value: Value): Uint8Array | undefined {
  const bytes = shortBuffer(value, BUFFER_65);
  if (bytes.length < 64 || (bytes.length === 65 && (bytes[64] as number) > MAX_RECOVERY_ID)) return undefined;
  return bytes.subarray(0, 64);
}

function secp256r1Signature(value: Value): Uint8Array | undefined {
  const bytes = shortBuffer(value, BUFFER_64);
  return bytes.length === 64 ? bytes : undefined;
}

export const crypto = {
  hash160: hash('Hash160', ({ sha256, ripemd160 }, data) => ripemd160(sha256(data))),
  sha256: hash('Sha256', ({ sha256 }, data) => sha256(data)),
  sha512: hash('Sha512', ({ sha512 }, data) => sha512(data)),
  'sha512/256': hash('Sha512t256', ({ sha512_256 }, data) => sha512_256(data)),
  keccak256: hash('Keccak256', ({ keccak256 }, data) => keccak256(data)),
  'secp256k1-recover?': special({ count: 2 }, ({ expression, args: [hashOperand, signatureOperand] }, scope) => {
    const [hashCode, signatureCode] = [scope.ref(hashOperand as Operand), scope.ref(signatureOperand as Operand)];
    const runtime = scope.costs.Secp256k1recover.runtime(0);
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const message = hashCode(x, frame);
      x.at = expression;
      const digest = buffer(message, BUFFER_32);
      const signature = signatureCode(x, frame);
      x.at = expression;
      const bytes = shortBuffer(signature, BUFFER_65);
      if (bytes.length < 65 || (bytes[64] as number) > MAX_RECOVERY_ID) return errorCode(2);
      const key = x.rules.crypto.recoverSecp256k1(digest, bytes);
      return key === undefined ? errorCode(1) : okOf(new BufferValue(key));
    };
  }),
  'secp256k1-verify': verification('Secp256k1verify', secp256k1Signature, (crypto, digest, signature, key) =>
    crypto.verifySecp256k1(digest, signature, key),
  ),
  // Clarity 4 hashes the hash once more.
  'secp256r1-verify': verification('Secp256r1verify', secp256r1Signature, (crypto, digest, signature, key, version) =>
    crypto.verifySecp256r1(version <= 4 ? crypto.sha256(digest) : digest, signature, key),
  ),
  'ed25519-verify': native(
    { cost: 'Ed25519verify', arity: 3, input: ([message]) => (message?.kind === 'buffer' ? message.bytes.length : 0) },
    ([message, signature, key], x) => {
      const data = shortBuffer(message as Value, BUFFER_MAX);
      const bytes = buffer(signature as Value, BUFFER_64);
      return boolOf(x.rules.crypto.verifyEd25519(data, bytes, buffer(key as Value, BUFFER_32)));
    },
  ),
  'secp256k1-decompress?': unary('Secp256k1decompress', (key, x) => {
    const point = x.rules.crypto.decompressSecp256k1(buffer(key, BUFFER_33));
    return point === undefined ? errorCode(1) : okOf(new BufferValue(point));
  }),
};

function hashOf(returns: Type): Signature {
  return { kind: 'union', alternatives: [BUFFER_MAX, UINT, INT], returns };
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const CRYPTO_CHECKS = {
  hash160: hashOf(BUFFER_20),
  sha256: hashOf(BUFFER_32),
  sha512: hashOf(BUFFER_64),
  'sha512/256': hashOf(BUFFER_32),
  keccak256: hashOf(BUFFER_32),
  'secp256k1-recover?': checkExpecting([BUFFER_32, BUFFER_65], responseType(BUFFER_33, UINT)),
  'secp256k1-verify': checkExpecting([BUFFER_32, BUFFER_65, BUFFER_33], BOOL),
  'secp256r1-verify': checkExpecting([BUFFER_32, BUFFER_64, BUFFER_33], BOOL),
  'ed25519-verify': checkExpecting([BUFFER_MAX, BUFFER_64, BUFFER_32], BOOL),
  'secp256k1-decompress?': checkExpecting([BUFFER_33], responseType(BUFFER_65, UINT)),
} as const satisfies Record<string, NativeCheck>;

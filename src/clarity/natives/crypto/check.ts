import type { Signature } from '../../analysis/signature.js';
import type { NativeCheck } from '../../analysis/type-checker.js';
import { responseType } from '../../types/construct.js';
import { BOOL, BUFFER_20, BUFFER_32, BUFFER_33, BUFFER_64, BUFFER_65, BUFFER_MAX, INT, type Type, UINT } from '../../types/type.js';
import { checkExpecting } from '../check-expecting.js';

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

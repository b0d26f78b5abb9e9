import type { Signature } from '../../analysis/signature.js';

const ANY: Signature = { kind: 'arithmetic', count: 'any' };
const SHIFT: Signature = { kind: 'shift' };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BITS_CHECKS = {
  xor: { kind: 'arithmetic', count: 2 },
  'bit-and': ANY,
  'bit-or': ANY,
  'bit-xor': ANY,
  'bit-not': { kind: 'arithmetic', count: 1 },
  'bit-shift-left': SHIFT,
  'bit-shift-right': SHIFT,
} as const satisfies Record<string, Signature>;

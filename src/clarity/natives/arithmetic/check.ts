import type { Signature } from '../../analysis/signature.js';
import { INT, UINT } from '../../types/type.js';

const ANY: Signature = { kind: 'arithmetic', count: 'any' };
const TWO: Signature = { kind: 'arithmetic', count: 2 };
const ONE: Signature = { kind: 'arithmetic', count: 1 };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const ARITHMETIC_CHECKS = {
  '+': ANY,
  '-': ANY,
  '*': ANY,
  '/': ANY,
  mod: TWO,
  pow: TWO,
  sqrti: ONE,
  log2: ONE,
  'to-int': { kind: 'fixed', parameters: [UINT], returns: INT },
  'to-uint': { kind: 'fixed', parameters: [INT], returns: UINT },
} as const satisfies Record<string, Signature>;

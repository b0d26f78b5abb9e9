import type { Signature } from '../../analysis/signature.js';

const COMPARISON: Signature = { kind: 'comparison' };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const COMPARISON_CHECKS = {
  '>=': COMPARISON,
  '<=': COMPARISON,
  '<': COMPARISON,
  '>': COMPARISON,
} as const satisfies Record<string, Signature>;

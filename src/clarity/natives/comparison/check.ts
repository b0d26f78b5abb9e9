import type { Signature } from '../../analysis/signature.js';

const COMPARISON: Signature = { kind: 'comparison' };

export const COMPARISON_CHECKS = {
  '>=': COMPARISON,
  '<=': COMPARISON,
  '<': COMPARISON,
  '>': COMPARISON,
} as const satisfies Record<string, Signature>;

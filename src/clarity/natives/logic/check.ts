import type { Signature } from '../../analysis/signature.js';
import { BOOL } from '../../types/type.js';

const ANY: Signature = { kind: 'variadic', parameter: BOOL, returns: BOOL };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const LOGIC_CHECKS = {
  and: ANY,
  or: ANY,
  not: { kind: 'fixed', parameters: [BOOL], returns: BOOL },
} as const satisfies Record<string, Signature>;

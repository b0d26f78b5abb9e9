import type { CheckApplication, NativeCheck } from '../../analysis/type-checker.js';
import { tupleType } from '../../types/construct.js';
import { BufferType, PRINCIPAL, type Type, UINT } from '../../types/type.js';
import { exactly } from '../arguments.js';
import { BOOL_OR_CODE } from '../result-types.js';

const MEMO = new BufferType(34);

const ACCOUNT = tupleType([
  ['unlocked', UINT],
  ['locked', UINT],
  ['unlock-height', UINT],
]);

function checkTransfer(parameters: readonly Type[]): CheckApplication {
  return (checker, args, scope) => {
    exactly(args, parameters.length as 3 | 4);
    checker.costs.charge('AnalysisTypeLookup', 0);
    checker.expectAll(args, 0, parameters, scope);
    return BOOL_OR_CODE;
  };
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/assets.rs). */
export const STX_CHECKS = {
  'stx-get-balance': { kind: 'fixed', parameters: [PRINCIPAL], returns: UINT },
  'stx-account': { kind: 'fixed', parameters: [PRINCIPAL], returns: ACCOUNT },
  'stx-burn?': { kind: 'fixed', parameters: [UINT, PRINCIPAL], returns: BOOL_OR_CODE },
  'stx-transfer?': checkTransfer([UINT, PRINCIPAL, PRINCIPAL]),
  'stx-transfer-memo?': checkTransfer([UINT, PRINCIPAL, PRINCIPAL, MEMO]),
} as const satisfies Record<string, NativeCheck>;

import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import type { Type } from '../../types/type.js';
import { exactly } from '../arguments.js';

function checkPrint(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [value] = exactly(args, 1);
  return checker.check(value, scope);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const PRINT_CHECKS = { print: checkPrint } as const satisfies Record<string, NativeCheck>;

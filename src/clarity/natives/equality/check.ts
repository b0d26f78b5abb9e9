import { orElse } from '../../analysis/or-else.js';
import { chargeTypeCheckOf } from '../../analysis/signature.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { leastSupertype } from '../../types/supertype.js';
import { BOOL, type Type } from '../../types/type.js';
import { atLeast } from '../arguments.js';

/** Tests are charged when all arguments were visited, and what does not fit is reported then. */
function checkEquality(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  atLeast(args, 1);
  const sizes: number[] = [];
  let common: Type | undefined;
  let failure: unknown;
  for (const arg of args) {
    const type = checker.check(arg, scope);
    if (failure !== undefined) continue;
    const before: Type = common ?? type;
    sizes.push(Math.max(type.typeSize, before.typeSize));
    try {
      common = orElse(() => leastSupertype(type, before), 'TypeError', type, before);
    } catch (error) {
      failure = error;
    }
  }
  for (const size of sizes) chargeTypeCheckOf(checker.costs, size);
  if (failure !== undefined) throw failure;
  return BOOL;
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const EQUALITY_CHECKS = { 'is-eq': checkEquality } as const satisfies Record<string, NativeCheck>;

import { orElse } from '../../analysis/or-else.js';
import { chargeTypeCheck } from '../../analysis/signature.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { concretize } from '../../types/concretize.js';
import { leastSupertype } from '../../types/supertype.js';
import { BOOL, type Type } from '../../types/type.js';
import { atLeast, exactly } from '../arguments.js';
import { checkLet } from './check-let.js';
import { checkMatch } from './check-match.js';
import { OPTION_CHECKS } from './check-options.js';

function checkIf(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [condition, then, otherwise] = exactly(args, 3);
  checker.expect(condition, scope, BOOL);
  const a = checker.check(then, scope);
  const b = checker.check(otherwise, scope);
  chargeTypeCheck(checker.costs, a, b);
  return orElse(() => concretize(leastSupertype(a, b)), 'IfArmsMustMatch', a, b);
}

function checkBegin(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  return checker.checkStatements(atLeast(args, 1), scope);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const CONTROL_CHECKS = {
  if: checkIf,
  begin: checkBegin,
  let: checkLet,
  match: checkMatch,
  ...OPTION_CHECKS,
} as const satisfies Record<string, NativeCheck>;

import { chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { admitsType } from '../../types/admits.js';
import { typeSizeOf } from '../../types/construct.js';
import { BOOL, type Type } from '../../types/type.js';
import { atLeast, exactly, nameOf } from '../arguments.js';

/** The node calls a bad name that of a map, too. */
function checkGet(checker: TypeChecker, args: readonly Expression[]): Type {
  const [name] = exactly(args, 1);
  return lookUp(checker, nameOf(name, 'BadMapName'));
}

function checkSet(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, value] = atLeast(args, 2);
  const variable = nameOf(name, 'BadMapName');
  const given = checker.check(value, scope);
  const wanted = lookUp(checker, variable);
  chargeTypeCheck(checker.costs, given, wanted);
  if (!admitsType(wanted, given)) throw new StaticFailure('TypeError', wanted, given);
  return BOOL;
}

function lookUp(checker: TypeChecker, name: string): Type {
  const type = checker.context.variables.get(name);
  if (type === undefined) throw new StaticFailure('NoSuchDataVariable', name);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type));
  return type;
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const VARIABLE_CHECKS = { 'var-get': checkGet, 'var-set': checkSet } as const satisfies Record<string, NativeCheck>;

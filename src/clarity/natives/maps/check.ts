import { chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { admitsType } from '../../types/admits.js';
import { optionalType, typeSizeOf } from '../../types/construct.js';
import { BOOL, type Type } from '../../types/type.js';
import { atLeast, nameOf } from '../arguments.js';

/** Surplus arguments are not noticed here; the read-only checker rejects those of `map-get?`. */
function checkGet(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, key] = atLeast(args, 2);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const type = mapOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.value));
  chargeTypeCheck(checker.costs, type.key, keyType);
  const result = optionalType(type.value);
  checkAdmits(type.key, keyType);
  return result;
}

function checkDelete(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, key] = atLeast(args, 2);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const type = mapOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  chargeTypeCheck(checker.costs, type.key, keyType);
  checkAdmits(type.key, keyType);
  return BOOL;
}

/** The second lookup is charged for the type that is given, not for that of the map. */
function checkSet(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, key, value] = atLeast(args, 3);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const valueType = checker.check(value, scope);
  const type = mapOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(valueType));
  chargeTypeCheck(checker.costs, type.key, keyType);
  chargeTypeCheck(checker.costs, type.value, valueType);
  checkAdmits(type.key, keyType);
  checkAdmits(type.value, valueType);
  return BOOL;
}

function mapOf(checker: TypeChecker, name: string) {
  const type = checker.context.maps.get(name);
  if (type === undefined) throw new StaticFailure('NoSuchMap', name);
  return type;
}

function checkAdmits(wanted: Type, given: Type): void {
  if (!admitsType(wanted, given)) throw new StaticFailure('TypeError', wanted, given);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/maps.rs). */
export const MAP_CHECKS = {
  'map-get?': checkGet,
  'map-set': checkSet,
  'map-insert': checkSet,
  'map-delete': checkDelete,
} as const satisfies Record<string, NativeCheck>;

import { pairAt } from '../../analysis/pairs.js';
import { fromTypeFailure, StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import { TypeFailure } from '../../failure.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType, sizeOfType, tupleType, typeSizeOf } from '../../types/construct.js';
import { MAX_VALUE_SIZE, type TupleType, type Type } from '../../types/type.js';
import { mergeTupleTypes } from '../../values/construct.js';
import { atLeast, exactly, nameOf } from '../arguments.js';

/** A field is left out of the sum once that is too large; the last sum is reported when all fields were visited. */
function checkTuple(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  atLeast(args, 1);
  checker.costs.charge('AnalysisCheckTupleCons', args.length);
  const fields: (readonly [string, Type])[] = [];
  let size = 0;
  let isTooLarge = false;
  for (let at = 0; at < args.length; at++) {
    const [name, expression] = pairAt(args, at, 'tuple');
    const type = checker.check(expression, scope);
    checker.costs.charge('AnalysisTupleItemsCheck', typeSizeOf(type));
    if (size < MAX_VALUE_SIZE) {
      size += 2 * name.length + type.typeSize + sizeOfType(type);
      fields.push([name, type]);
    } else {
      isTooLarge = true;
    }
  }
  if (isTooLarge) throw new StaticFailure('BadTupleConstruction', `type size of ${size} bytes exceeds maximum of ${MAX_VALUE_SIZE} bytes`);
  try {
    return tupleType(fields);
  } catch (error) {
    if (error instanceof TypeFailure) throw new StaticFailure('BadTupleConstruction', fromTypeFailure(error).message);
    throw error;
  }
}

function checkGet(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [field, tuple] = exactly(args, 2);
  const name = nameOf(field, 'BadTupleFieldName');
  const type = checker.check(tuple, scope);
  if (type.kind === 'optional') return optionalType(fieldOf(checker, type.inner, name));
  return fieldOf(checker, type, name);
}

function fieldOf(checker: TypeChecker, type: Type, name: string): Type {
  if (type.kind !== 'tuple') throw new StaticFailure('ExpectedTuple', type);
  checker.costs.charge('AnalysisCheckTupleGet', type.types.length);
  const field = type.field(name);
  if (field === undefined) throw new StaticFailure('NoSuchTupleField', name, type);
  return field;
}

function checkMerge(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [first, second] = exactly(args, 2);
  const base = checkOperand(checker, first, scope);
  const update = checkOperand(checker, second, scope);
  checker.costs.charge('AnalysisCheckTupleMerge', update.types.length);
  const merged = mergeTupleTypes(base, update);
  if (checker.epoch.checksMergeSize) checkSize(merged);
  return merged;
}

function checkOperand(checker: TypeChecker, expression: Expression, scope: Scope): TupleType {
  const type = checker.check(expression, scope);
  if (type.kind !== 'tuple') throw new StaticFailure('ExpectedTuple', type);
  return type;
}

function checkSize(type: TupleType): void {
  if (type.typeSize === Number.POSITIVE_INFINITY) throw new TypeFailure('ValueTooLarge');
  type.types.forEach(sizeOfType);
  if (type.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const TUPLE_CHECKS = { tuple: checkTuple, get: checkGet, merge: checkMerge } as const satisfies Record<string, NativeCheck>;

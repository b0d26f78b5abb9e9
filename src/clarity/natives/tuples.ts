import { pairAt } from '../analysis/pairs.js';
import { fromTypeFailure, StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import type { Operand } from '../compile/compile-scope.js';
import type { Code } from '../execution/execution.js';
import { CheckFailure, InternalFailure, TypeFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { optionalType, sizeOfType, tupleType, typeSizeOf } from '../types/construct.js';
import { displayType } from '../types/display.js';
import { FieldNames, MAX_VALUE_SIZE, type TupleType, type Type } from '../types/type.js';
import { mergeTuples, mergeTupleTypes, someOf, tupleOf } from '../values/construct.js';
import { typeOf, typeOfTuple } from '../values/type-of.js';
import type { TupleValue, Value } from '../values/value.js';
import { atLeast, exactly, nameOf } from './arguments.js';
import { failing, native, serializedSizes, special } from './native.js';

/** Tuples (clarity/src/vm/functions/tuples.rs). */

function notTuple(value: Value): CheckFailure {
  return new CheckFailure('Unreachable', `Expected tuple: ${displayType(typeOf(value))}`);
}

/** `(tuple (name value) …)`, and the same in braces. Values are evaluated in the order in which they are written. */
const tuple = special({ count: [1] }, ({ expression, args }, scope) => {
  const names: string[] = [];
  const codes: Code[] = [];
  for (const pair of args) {
    const [atom, value] = pair.type === 'list' ? pair.items : [];
    if (atom?.type !== 'atom' || value === undefined) return failing(() => new CheckFailure('Unreachable', 'Bad tuple syntax'));
    names.push(atom.name);
    codes.push(scope.owned(value));
  }
  const runtime = scope.costs.TupleCons.runtime(args.length);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  const fields = new FieldNames([...new Set(names)].sort());
  const places = names.map((name) => fields.indexOf(name));
  return (x, frame) => {
    const values = new Array<Value>(places.length);
    for (let at = 0; at < codes.length; at++) values[places[at] as number] = (codes[at] as Code)(x, frame);
    x.at = expression;
    x.chargeRuntime(runtime);
    if (duplicate !== undefined) throw new TypeFailure('DuplicateTupleField', duplicate);
    return tupleOf(fields, values);
  };
});

/** `(get name tuple)`: of an optional tuple it gives an optional. */
const get = special({ count: 2 }, ({ expression, args: [atom, operand] }, scope) => {
  if (atom?.type !== 'atom') return failing(() => new CheckFailure('Unreachable', 'Expected name'));
  const { name } = atom;
  const code = scope.owned(operand as Operand);
  const { runtime } = scope.costs.TupleGet;
  return (x, frame) => {
    const value = code(x, frame);
    x.at = expression;
    if (value.kind === 'tuple') {
      x.chargeRuntime(runtime(value.values.length));
      return fieldOf(value, name);
    }
    if (value.kind !== 'optional') throw notTuple(value);
    if (value.value === undefined) return value;
    if (value.value.kind !== 'tuple') throw notTuple(value.value);
    x.chargeRuntime(runtime(value.value.values.length));
    return inSome(fieldOf(value.value, name));
  };
});

function fieldOf(tuple: TupleValue, name: string): Value {
  const value = tuple.field(name);
  if (value === undefined) throw new TypeFailure('NoSuchTupleField', name, { tuple: typeOfTuple(tuple) });
  return value;
}

function inSome(value: Value): Value {
  try {
    return someOf(value);
  } catch {
    throw new InternalFailure('Tuple contents should *always* fit in a some wrapper');
  }
}

export const tuples = {
  tuple,
  get,
  merge: native({ cost: 'TupleMerge', arity: 2, input: serializedSizes }, ([base, updates], x) => {
    if (base?.kind !== 'tuple') throw notTuple(base as Value);
    if (updates?.kind !== 'tuple') throw notTuple(updates as Value);
    const merged = mergeTuples(base, updates);
    if (x.rules.epoch.checksMergeSize && merged.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
    return merged;
  }),
};

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
  if (type.kind === 'optional') return optionalType(fieldTypeOf(checker, type.inner, name));
  return fieldTypeOf(checker, type, name);
}

function fieldTypeOf(checker: TypeChecker, type: Type, name: string): Type {
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

import { orElse } from '../analysis/or-else.js';
import { chargeTypeCheckOf } from '../analysis/signature.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import type { Expression } from '../syntax/expression.js';
import { leastSupertype } from '../types/supertype.js';
import { BOOL, type Type } from '../types/type.js';
import { equalValues } from '../values/equal.js';
import { typeOf } from '../values/type-of.js';
import { FALSE, TRUE, type Value } from '../values/value.js';
import { atLeast } from './arguments.js';
import { native, serializedSizes } from './native.js';

/** Equality (`native_eq`, clarity/src/vm/functions/mod.rs): types are compared up to the first value that differs. */
export const equality = {
  'is-eq': native({ cost: 'Eq', input: serializedSizes }, (values) => {
    const [first] = values;
    if (first === undefined) return TRUE;
    let type: Type | undefined;
    for (let at = 1; at < values.length; at++) {
      const value = values[at] as Value;
      if (type !== undefined || !isScalarPair(first, value)) type = leastSupertype(typeOf(value), type ?? typeOfAll(values.slice(0, at)));
      if (!equalValues(first, value)) return FALSE;
    }
    return TRUE;
  }),
};

function typeOfAll(values: readonly Value[]): Type {
  return values.map(typeOf).reduce((type, next) => leastSupertype(next, type));
}

/** Whether two values have types that need no comparison. */
function isScalarPair(a: Value, b: Value): boolean {
  switch (a.kind) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'buffer':
    case 'ascii':
    case 'utf8':
    case 'principal':
      return a.kind === b.kind;
    default:
      return false;
  }
}

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

import { orElse } from '../../analysis/or-else.js';
import { chargeTypeCheck } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { CheckApplication, NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType, responseType } from '../../types/construct.js';
import { leastSupertype } from '../../types/supertype.js';
import { BOOL, NO_TYPE, type Type } from '../../types/type.js';
import { exactly } from '../arguments.js';

/** The rules of optionals and responses (clarity/src/vm/analysis/type_checker/v2_1/natives/options.rs). */
export const OPTION_CHECKS = {
  ok: checkWrapper((inner) => responseType(inner, NO_TYPE)),
  err: checkWrapper((inner) => responseType(NO_TYPE, inner)),
  some: checkWrapper(optionalType),
  'is-ok': checkResponse,
  'is-err': checkResponse,
  'is-some': checkOptional,
  'is-none': checkOptional,
  'default-to': checkDefault,
  'asserts!': checkAsserts,
  'unwrap!': checkUnwrapOrReturn(unwrap),
  'unwrap-err!': checkUnwrapOrReturn(unwrapErr),
  'unwrap-panic': checkUnwrap(unwrap),
  'unwrap-err-panic': checkUnwrap(unwrapErr),
  'try!': checkTry,
} as const satisfies Record<string, NativeCheck>;

function checkWrapper(wrap: (inner: Type) => Type): CheckApplication {
  return (checker, args, scope) => {
    const [value] = exactly(args, 1);
    checker.costs.charge('AnalysisOptionCons', 0);
    return wrap(checker.check(value, scope));
  };
}

function checkResponse(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const type = checkInput(checker, args, scope);
  if (type.kind !== 'response') throw new StaticFailure('ExpectedResponseType', type);
  return BOOL;
}

function checkOptional(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const type = checkInput(checker, args, scope);
  if (type.kind !== 'optional') throw new StaticFailure('ExpectedOptionalType', type);
  return BOOL;
}

function checkInput(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [input] = exactly(args, 1);
  const type = checker.check(input, scope);
  checker.costs.charge('AnalysisOptionCheck', 0);
  return type;
}

function checkDefault(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [fallback, input] = exactly(args, 2);
  const a = checker.check(fallback, scope);
  const type = checker.check(input, scope);
  chargeTypeCheck(checker.costs, a, type);
  if (type.kind !== 'optional') throw new StaticFailure('ExpectedOptionalType', type);
  const b = type.inner;
  return orElse(() => leastSupertype(a, b), 'DefaultTypesMustMatch', a, b);
}

function checkAsserts(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [condition, thrown] = exactly(args, 2);
  checker.expect(condition, scope, BOOL);
  checker.trackReturn(checker.check(thrown, scope));
  return BOOL;
}

type Unwrap = (checker: TypeChecker, type: Type) => Type;

function checkUnwrapOrReturn(take: Unwrap): CheckApplication {
  return (checker, args, scope) => {
    const [input, thrown] = exactly(args, 2);
    const type = checker.check(input, scope);
    checker.trackReturn(checker.check(thrown, scope));
    return take(checker, type);
  };
}

function checkUnwrap(take: Unwrap): CheckApplication {
  return (checker, args, scope) => {
    const [input] = exactly(args, 1);
    return take(checker, checker.check(input, scope));
  };
}

function unwrap(checker: TypeChecker, type: Type): Type {
  checker.costs.charge('AnalysisOptionCheck', 0);
  if (type.kind === 'optional') return known(type.inner, 'CouldNotDetermineResponseOkType');
  if (type.kind === 'response') return known(type.ok, 'CouldNotDetermineResponseOkType');
  throw new StaticFailure('ExpectedOptionalOrResponseType', type);
}

function unwrapErr(checker: TypeChecker, type: Type): Type {
  checker.costs.charge('AnalysisOptionCheck', 0);
  if (type.kind === 'response') return known(type.err, 'CouldNotDetermineResponseErrType');
  throw new StaticFailure('ExpectedResponseType', type);
}

function checkTry(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [input] = exactly(args, 1);
  const type = checker.check(input, scope);
  const inner = unwrap(checker, type);
  if (type.kind === 'response') {
    const err = known(type.err, 'CouldNotDetermineResponseErrType');
    checker.trackReturn(responseType(NO_TYPE, err));
  } else {
    checker.trackReturn(optionalType(NO_TYPE));
  }
  return inner;
}

function known(type: Type, reason: 'CouldNotDetermineResponseOkType' | 'CouldNotDetermineResponseErrType'): Type {
  if (type.kind === 'no-type') throw new StaticFailure(reason);
  return type;
}

import { orElse } from '../analysis/or-else.js';
import { pairAt } from '../analysis/pairs.js';
import { chargeTypeCheck } from '../analysis/signature.js';
import { StaticFailure } from '../analysis/static-failure.js';
import { checkMessage } from '../analysis/static-messages.js';
import type { CheckApplication, NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope as TypingScope } from '../analysis/typing-scope.js';
import type { Operand, Scope } from '../compile/compile-scope.js';
import { type Code, EarlyReturn, type Execution } from '../execution/execution.js';
import { CheckFailure, RuntimeFailure } from '../failure.js';
import { isKeyword } from '../keywords.js';
import type { Expression } from '../syntax/expression.js';
import { concretize } from '../types/concretize.js';
import { optionalType, responseType, typeSizeOf } from '../types/construct.js';
import { displayType } from '../types/display.js';
import { leastSupertype } from '../types/supertype.js';
import { BOOL, NO_TYPE, type Type } from '../types/type.js';
import { boolOf, errOf, okOf, someOf } from '../values/construct.js';
import { displayValue } from '../values/display.js';
import { sizeOf } from '../values/size.js';
import { typeOf } from '../values/type-of.js';
import { NONE, type Value } from '../values/value.js';
import { atLeast, exactly } from './arguments.js';
import { isTrue } from './logic.js';
import { binary, failing, native, special, unary } from './native.js';
import { isNative } from './native-names.js';

/**
 * Bindings, branches, and what optionals and responses are for (`special_let` and others of clarity/src/vm/functions/mod.rs, options.rs).
 */

function unreachable(reason: string): CheckFailure {
  return new CheckFailure('Unreachable', reason);
}

/** Returns what an optional or `ok` holds. */
function unwrap(value: Value): Value | undefined {
  if (value.kind === 'optional') return value.value;
  if (value.kind === 'response') return value.isOk ? value.value : undefined;
  throw unreachable(`Expected optional or response value: ${displayValue(value)}`);
}

function unwrapErr(value: Value): Value | undefined {
  if (value.kind === 'response') return value.isOk ? undefined : value.value;
  throw unreachable(`Expected response value: ${displayValue(value)}`);
}

function orFail(value: Value | undefined): Value {
  if (value === undefined) throw new RuntimeFailure('UnwrapFailure');
  return value;
}

function orReturn(value: Value | undefined, thrown: Value): Value {
  if (value === undefined) throw new EarlyReturn('UnwrapFailed', thrown);
  return value;
}

function tryOf(value: Value): Value {
  const inner = unwrap(value);
  if (inner === undefined) throw new EarlyReturn('UnwrapFailed', value.kind === 'optional' ? NONE : value, true);
  return inner;
}

function isSome(value: Value): boolean {
  if (value.kind !== 'optional') throw unreachable(`Expected option value: ${displayValue(value)}`);
  return value.value !== undefined;
}

function isOk(value: Value): boolean {
  if (value.kind !== 'response') throw unreachable(`Expected response value: ${displayValue(value)}`);
  return value.isOk;
}

/** Returns the failure that binding a name has at run time if it would shadow another. */
function nameInUse(name: string, scope: Scope): CheckFailure | undefined {
  const { version, contract } = scope;
  const isUsed =
    isNative(name, version) || isKeyword(name, version) || contract.functions.has(name) || scope.local(name)?.isVariable === true;
  return isUsed ? new CheckFailure('NameAlreadyUsed', name) : undefined;
}

/** `let`: the memory of the bindings is in use until the end. */
const letForm = special({ count: [2] }, ({ args: [bindings, ...body] }, scope) => {
  if (bindings?.type !== 'list') return failing(() => unreachable('Bad let syntax'));
  const runtime = scope.costs.Let.runtime(bindings.items.length);
  const inner = scope.nest();
  const binds = bindings.items.map((pair) => bindingOf(pair, inner));
  const codes = body.slice(0, -1).map((expression) => inner.ref(expression));
  const last = inner.owned(body.at(-1) as Operand);
  return (x, frame) => {
    x.chargeRuntime(runtime);
    let memory = 0;
    for (const bind of binds) memory += bind(x, frame);
    for (const code of codes) code(x, frame);
    const result = last(x, frame);
    x.dropMemory(memory);
    return result;
  };
});

/** Returns code that binds a value, and returns the memory that it uses. */
function bindingOf(pair: Expression, scope: Scope): (x: Execution, frame: Value[]) => number {
  const [atom, expression] = pair.type === 'list' ? pair.items : [];
  if (atom?.type !== 'atom' || expression === undefined) return failing(() => unreachable('Bad let syntax')) as never;
  const failure = nameInUse(atom.name, scope);
  if (failure !== undefined) return failing(() => failure) as never;
  const { ref, owned } = scope.compile(expression);
  const copies = owned !== ref;
  const copyCost = scope.costs.LookupVariableSize.runtime;
  const slot = scope.bind(atom.name);
  return (x, frame) => {
    const value = ref(x, frame);
    const size = sizeOf(value);
    x.addMemory(size);
    if (copies) x.chargeRuntime(copyCost(size));
    frame[slot] = value;
    return size;
  };
}

/** `match`: the branch that is taken has a scope of its own, in which a name holds the contents. */
const match = special({ count: [1] }, ({ expression, args: [input, ...rest] }, scope) => {
  const code = scope.owned(input as Operand);
  const runtime = scope.costs.Match.runtime(0);
  const ofOptional = rest.length === 3 ? optionalBranches(rest, scope) : undefined;
  const ofResponse = rest.length === 4 ? responseBranches(rest, scope) : undefined;
  return (x, frame) => {
    const value = code(x, frame);
    x.at = expression;
    x.chargeRuntime(runtime);
    if (value.kind === 'response') {
      if (ofResponse === undefined) throw unreachable(`Bad match response syntax: args ${rest.length} != 4`);
      return (value.isOk ? ofResponse.ok : ofResponse.err)(x, frame, value.value);
    }
    if (value.kind === 'optional') {
      if (ofOptional === undefined) throw unreachable(`Bad match option syntax: args ${rest.length} != 3`);
      return value.value === undefined ? ofOptional.none(x, frame) : ofOptional.some(x, frame, value.value);
    }
    throw unreachable(`Bad match input: ${displayType(typeOf(value))}`);
  };
});

type Branch = (x: Execution, frame: Value[], value: Value) => Value;

function optionalBranches([name, some, none]: readonly Operand[], scope: Scope): { some: Branch; none: Code } {
  return { some: branchOf(name as Operand, some as Operand, scope), none: scope.owned(none as Operand) };
}

function responseBranches([okName, ok, errName, err]: readonly Operand[], scope: Scope): { ok: Branch; err: Branch } {
  return { ok: branchOf(okName as Operand, ok as Operand, scope), err: branchOf(errName as Operand, err as Operand, scope) };
}

function branchOf(atom: Operand, body: Operand, scope: Scope): Branch {
  if (atom.type !== 'atom') return failing(() => unreachable('Bad match option syntax: expected name'));
  const failure = nameInUse(atom.name, scope);
  if (failure !== undefined) return failing(() => failure);
  const inner = scope.nest();
  const slot = inner.bind(atom.name);
  const code = inner.owned(body);
  return (x, frame, value) => {
    const memory = sizeOf(value);
    x.addMemory(memory);
    frame[slot] = value;
    const result = code(x, frame);
    x.dropMemory(memory);
    return result;
  };
}

export const control = {
  let: letForm,
  match,
  begin: native({ cost: 'Begin' }, (values) => {
    const last = values.at(-1);
    if (last === undefined) throw unreachable('Requires at least args: 1 got 0');
    return last;
  }),
  if: special({ count: 3 }, ({ args: [condition, then, otherwise] }, scope) => {
    const runtime = scope.costs.If.runtime(0);
    const test = scope.ref(condition as Operand);
    const [yes, no] = [scope.owned(then as Operand), scope.owned(otherwise as Operand)];
    return (x, frame) => {
      x.chargeRuntime(runtime);
      return isTrue(test(x, frame)) ? yes(x, frame) : no(x, frame);
    };
  }),
  'asserts!': special({ count: 2 }, ({ expression, args: [condition, thrown] }, scope) => {
    const runtime = scope.costs.Asserts.runtime(0);
    const test = scope.compile(condition as Operand);
    const otherwise = scope.owned(thrown as Operand);
    const copies = test.owned !== test.ref;
    const copyCost = scope.costs.LookupVariableSize.runtime(1);
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const value = test.ref(x, frame);
      if (isTrue(value)) {
        if (copies) x.chargeRuntime(copyCost);
        return value;
      }
      const result = otherwise(x, frame);
      x.at = expression;
      throw new EarlyReturn('AssertionFailed', result);
    };
  }),
  some: unary('SomeCons', someOf),
  ok: unary('OkCons', okOf),
  err: unary('ErrCons', errOf),
  'is-some': unary('IsSome', (value) => boolOf(isSome(value))),
  'is-none': unary('IsNone', (value) => boolOf(!isSome(value))),
  'is-ok': unary('IsOkay', (value) => boolOf(isOk(value))),
  'is-err': unary('IsErr', (value) => boolOf(!isOk(value))),
  'default-to': binary('DefaultTo', (otherwise, value) => (isSome(value) ? (unwrap(value) as Value) : otherwise)),
  'unwrap!': binary('UnwrapRet', (value, thrown) => orReturn(unwrap(value), thrown)),
  'unwrap-err!': binary('UnwrapErrOrRet', (value, thrown) => orReturn(unwrapErr(value), thrown)),
  'unwrap-panic': unary('Unwrap', (value) => orFail(unwrap(value))),
  'unwrap-err-panic': unary('UnwrapErr', (value) => orFail(unwrapErr(value))),
  'try!': unary('TryRet', tryOf),
};

/** A name may be that of a parameter that holds a trait, but of nothing else. */
function checkLet(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [bindings, ...statements] = atLeast(args, 2);
  if (bindings.type !== 'list') throw new StaticFailure('BadLetSyntax');
  const inner = scope.extend();
  checker.costs.charge('AnalysisCheckLet', args.length);
  let memory = 0;
  for (let at = 0; at < bindings.items.length; at++) {
    const [name, expression] = pairAt(bindings.items, at, 'let');
    checkUnbound(checker, name, inner);
    const type = checker.check(expression, inner);
    checker.costs.charge('AnalysisBindName', typeSizeOf(type));
    checker.addMemory(name.length + type.typeSize);
    memory += name.length + type.typeSize;
    inner.bind(name, type, checker.version);
  }
  const result = checker.checkStatements(statements, inner);
  checker.dropMemory(memory);
  return result;
}

/** Checks that a name shadows nothing. @throws StaticFailure NameAlreadyUsed, ReservedWord */
function checkUnbound(checker: TypeChecker, name: string, scope: TypingScope): void {
  checker.context.checkFree(name);
  if (scope.variable(name) !== undefined) throw new StaticFailure('NameAlreadyUsed', name);
}

type Syntax = 'BadMatchOptionSyntax' | 'BadMatchResponseSyntax';

function checkMatch(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [input, ...branches] = atLeast(args, 1);
  const type = checker.check(input, scope);
  switch (type.kind) {
    case 'optional': {
      checkCount(branches, 3, 'BadMatchOptionSyntax');
      const [binding, some, none] = branches as [Expression, Expression, Expression];
      const name = nameIn(binding, 'BadMatchOptionSyntax');
      if (type.inner.kind === 'no-type') throw new StaticFailure('CouldNotDetermineMatchTypes');
      return join(checker, checkBranch(checker, name, type.inner, some, scope), checker.check(none, scope));
    }
    case 'response': {
      checkCount(branches, 4, 'BadMatchResponseSyntax');
      const [okBinding, ok, errBinding, err] = branches as [Expression, Expression, Expression, Expression];
      const okName = nameIn(okBinding, 'BadMatchResponseSyntax');
      const errName = nameIn(errBinding, 'BadMatchResponseSyntax');
      if (type.ok.kind === 'no-type' || type.err.kind === 'no-type') throw new StaticFailure('CouldNotDetermineMatchTypes');
      const okType = checkBranch(checker, okName, type.ok, ok, scope);
      return join(checker, okType, checkBranch(checker, errName, type.err, err, scope));
    }
    default:
      throw new StaticFailure('BadMatchInput', type);
  }
}

/** Counts include the input. */
function checkCount(branches: readonly Expression[], count: number, syntax: Syntax): void {
  if (branches.length !== count) throw new StaticFailure(syntax, checkMessage('IncorrectArgumentCount', [count + 1, branches.length + 1]));
}

function nameIn(binding: Expression, syntax: Syntax): string {
  if (binding.type !== 'atom') throw new StaticFailure(syntax, checkMessage('ExpectedName', []));
  return binding.name;
}

function checkBranch(checker: TypeChecker, name: string, type: Type, body: Expression, scope: TypingScope): Type {
  const inner = scope.extend();
  const size = typeSizeOf(type);
  checker.costs.charge('AnalysisBindName', size);
  checker.addMemory(name.length + size);
  checkUnbound(checker, name, inner);
  inner.bind(name, type, checker.version);
  const result = checker.check(body, inner);
  checker.dropMemory(name.length + size);
  return result;
}

function join(checker: TypeChecker, a: Type, b: Type): Type {
  chargeTypeCheck(checker.costs, a, b);
  return orElse(() => leastSupertype(a, b), 'MatchArmsMustMatch', a, b);
}

/** The rules of optionals and responses (clarity/src/vm/analysis/type_checker/v2_1/natives/options.rs). */
const OPTION_CHECKS = {
  ok: checkWrapper((inner) => responseType(inner, NO_TYPE)),
  err: checkWrapper((inner) => responseType(NO_TYPE, inner)),
  some: checkWrapper(optionalType),
  'is-ok': checkResponse,
  'is-err': checkResponse,
  'is-some': checkOptional,
  'is-none': checkOptional,
  'default-to': checkDefault,
  'asserts!': checkAsserts,
  'unwrap!': checkUnwrapOrReturn(unwrapType),
  'unwrap-err!': checkUnwrapOrReturn(unwrapErrType),
  'unwrap-panic': checkUnwrap(unwrapType),
  'unwrap-err-panic': checkUnwrap(unwrapErrType),
  'try!': checkTry,
} as const satisfies Record<string, NativeCheck>;

function checkWrapper(wrap: (inner: Type) => Type): CheckApplication {
  return (checker, args, scope) => {
    const [value] = exactly(args, 1);
    checker.costs.charge('AnalysisOptionCons', 0);
    return wrap(checker.check(value, scope));
  };
}

function checkResponse(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const type = checkInput(checker, args, scope);
  if (type.kind !== 'response') throw new StaticFailure('ExpectedResponseType', type);
  return BOOL;
}

function checkOptional(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const type = checkInput(checker, args, scope);
  if (type.kind !== 'optional') throw new StaticFailure('ExpectedOptionalType', type);
  return BOOL;
}

function checkInput(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [input] = exactly(args, 1);
  const type = checker.check(input, scope);
  checker.costs.charge('AnalysisOptionCheck', 0);
  return type;
}

function checkDefault(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [fallback, input] = exactly(args, 2);
  const a = checker.check(fallback, scope);
  const type = checker.check(input, scope);
  chargeTypeCheck(checker.costs, a, type);
  if (type.kind !== 'optional') throw new StaticFailure('ExpectedOptionalType', type);
  const b = type.inner;
  return orElse(() => leastSupertype(a, b), 'DefaultTypesMustMatch', a, b);
}

function checkAsserts(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
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

function unwrapType(checker: TypeChecker, type: Type): Type {
  checker.costs.charge('AnalysisOptionCheck', 0);
  if (type.kind === 'optional') return known(type.inner, 'CouldNotDetermineResponseOkType');
  if (type.kind === 'response') return known(type.ok, 'CouldNotDetermineResponseOkType');
  throw new StaticFailure('ExpectedOptionalOrResponseType', type);
}

function unwrapErrType(checker: TypeChecker, type: Type): Type {
  checker.costs.charge('AnalysisOptionCheck', 0);
  if (type.kind === 'response') return known(type.err, 'CouldNotDetermineResponseErrType');
  throw new StaticFailure('ExpectedResponseType', type);
}

function checkTry(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [input] = exactly(args, 1);
  const type = checker.check(input, scope);
  const inner = unwrapType(checker, type);
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

function checkIf(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [condition, then, otherwise] = exactly(args, 3);
  checker.expect(condition, scope, BOOL);
  const a = checker.check(then, scope);
  const b = checker.check(otherwise, scope);
  chargeTypeCheck(checker.costs, a, b);
  return orElse(() => concretize(leastSupertype(a, b)), 'IfArmsMustMatch', a, b);
}

function checkBegin(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
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

import type { Operand, Scope } from '../compile/compile-scope.js';
import type { Code } from '../execution/execution.js';
import { EarlyReturn, type Execution } from '../execution/execution.js';
import { CheckFailure, RuntimeFailure } from '../failure.js';
import { isKeyword } from '../keywords.js';
import type { Expression } from '../syntax/expression.js';
import { displayType } from '../types/display.js';
import { boolOf, errOf, okOf, someOf } from '../values/construct.js';
import { displayValue } from '../values/display.js';
import { sizeOf } from '../values/size.js';
import { typeOf } from '../values/type-of.js';
import { NONE, type Value } from '../values/value.js';
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

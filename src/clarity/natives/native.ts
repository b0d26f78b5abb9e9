import type { Operand, Scope } from '../compile/compile-scope.js';
import type { Cost } from '../costs/cost.js';
import type { CostName } from '../costs/costs.js';
import type { Code, Execution } from '../execution/execution.js';
import { CheckFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { serializedSize } from '../values/serialize.js';
import { sizeOf } from '../values/size.js';
import type { Value } from '../values/value.js';

/** An application of a native function: where it is, for failures, and what to. */
export type NativeCall = { readonly expression: Expression; readonly args: readonly Operand[] };

/** Turns an application into code (an entry of `lookup_reserved_functions`, clarity/src/vm/functions/mod.rs). */
export type CompileNative = (call: NativeCall, scope: Scope) => Code;

/** Computes what a cost depends on from the arguments. */
export type CostInput = (args: readonly Value[]) => number;

/** The bytes of all arguments together, serialized (`cost_input_sized_vararg`). */
export const serializedSizes: CostInput = (args) => args.reduce((sum, arg) => sum + serializedSize(arg), 0);

/**
 * Makes a function that gets its arguments evaluated. Their memory is in use until it returns, and its cost depends on their number, or on
 * `input` (`BuiltinKind::Native` and `Native205`, `apply` of clarity/src/vm/mod.rs).
 * @param options.arity how many arguments it takes @default any number
 */
export function native(
  { cost: name, arity, input }: { cost: CostName; arity?: number; input?: CostInput },
  apply: (args: readonly Value[], x: Execution) => Value,
): CompileNative {
  return ({ expression, args }, scope) => {
    const codes = args.map((arg) => scope.owned(arg));
    const { lookup } = scope;
    const charge = charger(scope, name, input);
    return (x, frame) => {
      x.enter(lookup, expression);
      const values: Value[] = [];
      let memory = 0;
      for (const code of codes) {
        const value = code(x, frame);
        const size = sizeOf(value);
        x.addMemory(size);
        memory += size;
        values.push(value);
      }
      x.at = expression;
      charge(x, values);
      if (arity !== undefined && values.length !== arity) throw new CheckFailure('IncorrectArgumentCount', arity, values.length);
      const result = apply(values, x);
      x.dropMemory(memory);
      x.depth--;
      return result;
    };
  };
}

function charger(scope: Scope, name: CostName, input: CostInput | undefined): (x: Execution, values: readonly Value[]) => void {
  const cost = scope.costs[name] as Cost;
  if (input !== undefined) return (x, values) => x.chargeRuntime(cost.runtime(input(values)));
  return (x, values) => x.chargeRuntime(cost.runtime(values.length));
}

/** Makes a function of one argument; see {@link native}. */
export function unary(name: CostName, apply: (value: Value, x: Execution) => Value): CompileNative {
  const general = native({ cost: name, arity: 1 }, ([value], x) => apply(value as Value, x));
  return (call, scope) => {
    const [arg] = call.args;
    if (arg === undefined || call.args.length !== 1) return general(call, scope);
    const { expression } = call;
    const code = scope.owned(arg);
    const { lookup } = scope;
    const runtime = (scope.costs[name] as Cost).runtime(1);
    return (x, frame) => {
      x.enter(lookup, expression);
      const value = code(x, frame);
      const memory = sizeOf(value);
      x.addMemory(memory);
      x.at = expression;
      x.chargeRuntime(runtime);
      const result = apply(value, x);
      x.dropMemory(memory);
      x.depth--;
      return result;
    };
  };
}

/** Makes a function of two arguments, or of at least one if `variadic` is given, which {@link native} makes for other numbers. */
export function binary(
  name: CostName,
  apply: (a: Value, b: Value, x: Execution) => Value,
  variadic?: (values: readonly Value[]) => Value,
): CompileNative {
  const general = variadic
    ? native({ cost: name }, variadic)
    : native({ cost: name, arity: 2 }, ([a, b], x) => apply(a as Value, b as Value, x));
  return (call, scope) => {
    const [first, second] = call.args;
    if (first === undefined || second === undefined || call.args.length !== 2) return general(call, scope);
    const { expression } = call;
    const [left, right] = [scope.owned(first), scope.owned(second)];
    const { lookup } = scope;
    const runtime = (scope.costs[name] as Cost).runtime(2);
    return (x, frame) => {
      x.enter(lookup, expression);
      const a = left(x, frame);
      let memory = sizeOf(a);
      x.addMemory(memory);
      const b = right(x, frame);
      const size = sizeOf(b);
      x.addMemory(size);
      memory += size;
      x.at = expression;
      x.chargeRuntime(runtime);
      const result = apply(a, b, x);
      x.dropMemory(memory);
      x.depth--;
      return result;
    };
  };
}

/**
 * Makes a function that evaluates its arguments itself (`BuiltinKind::Special`): it only gets nested one level deeper.
 * @param options.count the number of arguments, or the fewest and the most @default any number
 */
export function special(
  { count }: { count?: number | readonly [fewest: number, most?: number] },
  compile: (call: NativeCall, scope: Scope) => Code,
): CompileNative {
  return (call, scope) => {
    const { expression } = call;
    const { lookup } = scope;
    const run = wrongCount(call.args.length, count) ?? compile(call, scope);
    return (x, frame) => {
      x.enter(lookup, expression);
      const result = run(x, frame);
      x.depth--;
      return result;
    };
  };
}

function wrongCount(found: number, count: number | readonly [fewest: number, most?: number] | undefined): Code | undefined {
  if (typeof count === 'number')
    return found === count ? undefined : failing(() => new CheckFailure('IncorrectArgumentCount', count, found));
  const [fewest = 0, most = Number.POSITIVE_INFINITY] = count ?? [];
  if (found < fewest) return failing(() => new CheckFailure('Unreachable', `Requires at least args: ${fewest} got ${found}`));
  if (found > most) return failing(() => new CheckFailure('Unreachable', `Requires at most args: ${most} got ${found}`));
  return undefined;
}

/** Returns code that fails. */
export function failing(failure: () => Error): Code {
  return () => {
    throw failure();
  };
}

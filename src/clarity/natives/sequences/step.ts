import type { Scope } from '../../compile/compile-scope.js';
import type { UserFunction } from '../../contract.js';
import type { Code, Execution } from '../../execution/execution.js';
import { applyFunction } from '../../execution/invoke.js';
import { CheckFailure } from '../../failure.js';
import type { Expression } from '../../syntax/expression.js';
import type { Value } from '../../values/value.js';
import type { CompileNative } from '../native.js';
import { isNative } from '../native-names.js';

/** Applies the function of a `map`, `filter` or `fold` to values. */
export type Step = (x: Execution, args: readonly Value[]) => Value;

/**
 * Returns code that looks a function up, once for all steps, and applies it (`lookup_function` and `apply_evaluated`,
 * clarity/src/vm/mod.rs). A native one is compiled with arguments that are in a frame of its own.
 */
export function stepOf(
  name: string,
  expression: Expression,
  scope: Scope,
  natives: (name: string) => CompileNative,
): (x: Execution) => Step {
  const runtime = scope.costs.LookupFunction.runtime(0);
  const apply = isNative(name, scope.version) ? nativeStep(natives(name), expression, scope) : undefined;
  const { contract } = scope;
  let fn: UserFunction | undefined;
  return (x) => {
    x.chargeRuntime(runtime);
    if (apply !== undefined) return apply;
    fn ??= contract.functions.get(name);
    if (fn === undefined) throw new CheckFailure('UndefinedFunction', name);
    const known = fn;
    return (x, args) => {
      // Where the last step ended is not where this one is called.
      x.at = expression;
      return applyFunction(x, known, args);
    };
  };
}

/** The number of arguments is that of the sequences, but for a `map` over an empty one before epoch 4.0. */
function nativeStep(compile: CompileNative, expression: Expression, scope: Scope): Step {
  const byCount = new Map<number, Code>();
  return (x, args) => {
    let code = byCount.get(args.length);
    if (code === undefined) {
      const operands = args.map((_, slot) => ({ type: 'slot', slot }) as const);
      code = compile({ expression, args: operands }, scope.withoutLookup());
      byCount.set(args.length, code);
    }
    return code(x, args as Value[]);
  };
}

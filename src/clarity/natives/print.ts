import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import type { Operand } from '../compile/compile-scope.js';
import type { Expression } from '../syntax/expression.js';
import type { Type } from '../types/type.js';
import { sizeOf } from '../values/size.js';
import { exactly } from './arguments.js';
import { special } from './native.js';

/** `print` (`special_print`, clarity/src/vm/functions/mod.rs): emits an event, and gives the value back. */
export const printing = {
  print: special({ count: [1] }, ({ expression, args: [operand] }, scope) => {
    const code = scope.compile(operand as Operand);
    const copies = code.owned !== code.ref;
    const { Print, LookupVariableSize } = scope.costs;
    const contract = scope.contract.id;
    return (x, frame) => {
      const value = code.ref(x, frame);
      const size = sizeOf(value);
      x.at = expression;
      x.chargeRuntime(Print.runtime(size));
      if (copies) x.chargeRuntime(LookupVariableSize.runtime(size));
      x.emit({ type: 'print', contract, value });
      return value;
    };
  }),
};

function checkPrint(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [value] = exactly(args, 1);
  return checker.check(value, scope);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const PRINT_CHECKS = { print: checkPrint } as const satisfies Record<string, NativeCheck>;

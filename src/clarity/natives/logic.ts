import type { Signature } from '../analysis/signature.js';
import type { Code } from '../execution/execution.js';
import { CheckFailure } from '../failure.js';
import { BOOL } from '../types/type.js';
import { boolOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { FALSE, TRUE, type Value } from '../values/value.js';
import { special, unary } from './native.js';

/** Logic (clarity/src/vm/functions/boolean.rs): `and` and `or` evaluate no more arguments than they need. */

/** @throws CheckFailure TypeValueError */
export function isTrue(value: Value): boolean {
  if (value.kind !== 'bool') throw new CheckFailure('TypeValueError', BOOL, errorText(value));
  return value.value;
}

function untilOne(name: 'And' | 'Or', decisive: boolean) {
  return special({ count: [1] }, ({ args }, scope): Code => {
    const codes = args.map((arg) => scope.ref(arg));
    const runtime = scope.costs[name].runtime(args.length);
    return (x, frame) => {
      x.chargeRuntime(runtime);
      for (const code of codes) if (isTrue(code(x, frame)) === decisive) return decisive ? TRUE : FALSE;
      return decisive ? FALSE : TRUE;
    };
  });
}

export const logic = {
  and: untilOne('And', false),
  or: untilOne('Or', true),
  not: unary('Not', (value) => boolOf(!isTrue(value))),
};

const ANY: Signature = { kind: 'variadic', parameter: BOOL, returns: BOOL };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const LOGIC_CHECKS = {
  and: ANY,
  or: ANY,
  not: { kind: 'fixed', parameters: [BOOL], returns: BOOL },
} as const satisfies Record<string, Signature>;

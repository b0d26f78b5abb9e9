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

import type { CheckApplication } from '../analysis/type-checker.js';
import type { Type } from '../types/type.js';
import { exactly } from './arguments.js';

/** Checks a native whose arguments are expected to have these types, one after the other. Unlike a signature, that casts traits. */
export function checkExpecting(parameters: readonly Type[], returns: Type): CheckApplication {
  return (checker, args, scope) => {
    exactly(args, parameters.length as 1 | 2 | 3 | 4 | 5);
    checker.expectAll(args, 0, parameters, scope);
    return returns;
  };
}

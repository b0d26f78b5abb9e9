import { compileFunction } from '../compile/compile.js';
import type { Rules } from './execution.js';

const known = new WeakMap<Rules, Rules>();

/** Returns the rules with code that reports each expression to the tracer of an execution. The same rules give the same object. */
export function observedRules(rules: Rules): Rules {
  const found = known.get(rules);
  if (found !== undefined) return found;
  const observed: Rules = { ...rules, compile: (fn) => compileFunction(fn, observed), instrument: observe };
  known.set(rules, observed);
  return observed;
}

const observe: Rules['instrument'] = (code, expression, contract) => (x, frame) => {
  const { tracer } = x;
  tracer?.begin?.(x, expression, contract);
  try {
    return code(x, frame);
  } finally {
    tracer?.end?.(x);
  }
};

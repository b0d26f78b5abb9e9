import type { Signature } from '../analysis/signature.js';
import type { Cost } from '../costs/cost.js';
import type { CostName } from '../costs/costs.js';
import { CheckFailure } from '../failure.js';
import { ASCII_MAX, BUFFER_MAX, INT, UINT, UTF8_MAX } from '../types/type.js';
import { boolOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { sizeOf } from '../values/size.js';
import type { Value } from '../values/value.js';
import { type CompileNative, special } from './native.js';

/** Comparisons (clarity/src/vm/functions/arithmetic.rs): of integers, and from Clarity 2 on of strings and buffers. */

function comparison(name: CostName, holds: (order: number) => boolean): CompileNative {
  return special({ count: 2 }, ({ expression, args: [first, second] }, scope) => {
    const [left, right] = [scope.ref(first!), scope.ref(second!)];
    const cost = scope.costs[name] as Cost;
    const isOfIntegers = scope.version < 2;
    return (x, frame) => {
      const a = left(x, frame);
      const b = right(x, frame);
      x.at = expression;
      x.chargeRuntime(cost.runtime(isOfIntegers ? 2 : Math.min(sizeOf(a), sizeOf(b))));
      return boolOf(holds(isOfIntegers ? compareIntegers(a, b) : compare(a, b)));
    };
  });
}

function compareIntegers(a: Value, b: Value): number {
  if ((a.kind === 'int' || a.kind === 'uint') && a.kind === b.kind) return order(a.value, (b as typeof a).value);
  throw new CheckFailure('UnionTypeValueError', [INT, UINT], errorText(a));
}

function compare(a: Value, b: Value): number {
  switch (a.kind) {
    case 'int':
    case 'uint':
      if (b.kind === a.kind) return order(a.value, b.value);
      break;
    case 'ascii':
      if (b.kind === 'ascii') return order(a.text, b.text);
      break;
    case 'utf8':
      if (b.kind === 'utf8') return compareLists(a.characters, b.characters, (character) => character.codePointAt(0) as number);
      break;
    case 'buffer':
      if (b.kind === 'buffer') return compareLists(a.bytes, b.bytes, (byte) => byte);
      break;
  }
  throw new CheckFailure('UnionTypeValueError', [INT, UINT, ASCII_MAX, UTF8_MAX, BUFFER_MAX], errorText(a));
}

/** The order of the UTF-8 bytes of characters is that of their code points. */
function compareLists<T>(a: ArrayLike<T>, b: ArrayLike<T>, rank: (item: T) => number): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = rank(a[at] as T) - rank(b[at] as T);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function order<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const comparisons = {
  '>=': comparison('Geq', (order) => order >= 0),
  '<=': comparison('Leq', (order) => order <= 0),
  '<': comparison('Le', (order) => order < 0),
  '>': comparison('Ge', (order) => order > 0),
};

const COMPARISON: Signature = { kind: 'comparison' };

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const COMPARISON_CHECKS = {
  '>=': COMPARISON,
  '<=': COMPARISON,
  '<': COMPARISON,
  '>': COMPARISON,
} as const satisfies Record<string, Signature>;

import { leastSupertype } from '../types/supertype.js';
import type { Type } from '../types/type.js';
import { equalValues } from '../values/equal.js';
import { typeOf } from '../values/type-of.js';
import { FALSE, TRUE, type Value } from '../values/value.js';
import { native, serializedSizes } from './native.js';

/** Equality (`native_eq`, clarity/src/vm/functions/mod.rs): types are compared up to the first value that differs. */
export const equality = {
  'is-eq': native({ cost: 'Eq', input: serializedSizes }, (values) => {
    const [first] = values;
    if (first === undefined) return TRUE;
    let type: Type | undefined;
    for (let at = 1; at < values.length; at++) {
      const value = values[at] as Value;
      if (type !== undefined || !isScalarPair(first, value)) type = leastSupertype(typeOf(value), type ?? typeOfAll(values.slice(0, at)));
      if (!equalValues(first, value)) return FALSE;
    }
    return TRUE;
  }),
};

function typeOfAll(values: readonly Value[]): Type {
  return values.map(typeOf).reduce((type, next) => leastSupertype(next, type));
}

/** Whether two values have types that need no comparison. */
function isScalarPair(a: Value, b: Value): boolean {
  switch (a.kind) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'buffer':
    case 'ascii':
    case 'utf8':
    case 'principal':
      return a.kind === b.kind;
    default:
      return false;
  }
}

import type { Operand } from '../compile/compile-scope.js';
import type { Code } from '../execution/execution.js';
import { CheckFailure, InternalFailure, TypeFailure } from '../failure.js';
import { displayType } from '../types/display.js';
import { FieldNames, MAX_VALUE_SIZE } from '../types/type.js';
import { mergeTuples, someOf, tupleOf } from '../values/construct.js';
import { typeOf, typeOfTuple } from '../values/type-of.js';
import type { TupleValue, Value } from '../values/value.js';
import { failing, native, serializedSizes, special } from './native.js';

/** Tuples (clarity/src/vm/functions/tuples.rs). */

function notTuple(value: Value): CheckFailure {
  return new CheckFailure('Unreachable', `Expected tuple: ${displayType(typeOf(value))}`);
}

/** `(tuple (name value) …)`, and the same in braces. Values are evaluated in the order in which they are written. */
const tuple = special({ count: [1] }, ({ expression, args }, scope) => {
  const names: string[] = [];
  const codes: Code[] = [];
  for (const pair of args) {
    const [atom, value] = pair.type === 'list' ? pair.items : [];
    if (atom?.type !== 'atom' || value === undefined) return failing(() => new CheckFailure('Unreachable', 'Bad tuple syntax'));
    names.push(atom.name);
    codes.push(scope.owned(value));
  }
  const runtime = scope.costs.TupleCons.runtime(args.length);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  const fields = new FieldNames([...new Set(names)].sort());
  const places = names.map((name) => fields.indexOf(name));
  return (x, frame) => {
    const values = new Array<Value>(places.length);
    for (let at = 0; at < codes.length; at++) values[places[at] as number] = (codes[at] as Code)(x, frame);
    x.at = expression;
    x.chargeRuntime(runtime);
    if (duplicate !== undefined) throw new TypeFailure('DuplicateTupleField', duplicate);
    return tupleOf(fields, values);
  };
});

/** `(get name tuple)`: of an optional tuple it gives an optional. */
const get = special({ count: 2 }, ({ expression, args: [atom, operand] }, scope) => {
  if (atom?.type !== 'atom') return failing(() => new CheckFailure('Unreachable', 'Expected name'));
  const { name } = atom;
  const code = scope.owned(operand as Operand);
  const { runtime } = scope.costs.TupleGet;
  return (x, frame) => {
    const value = code(x, frame);
    x.at = expression;
    if (value.kind === 'tuple') {
      x.chargeRuntime(runtime(value.values.length));
      return fieldOf(value, name);
    }
    if (value.kind !== 'optional') throw notTuple(value);
    if (value.value === undefined) return value;
    if (value.value.kind !== 'tuple') throw notTuple(value.value);
    x.chargeRuntime(runtime(value.value.values.length));
    return inSome(fieldOf(value.value, name));
  };
});

function fieldOf(tuple: TupleValue, name: string): Value {
  const value = tuple.field(name);
  if (value === undefined) throw new TypeFailure('NoSuchTupleField', name, { tuple: typeOfTuple(tuple) });
  return value;
}

function inSome(value: Value): Value {
  try {
    return someOf(value);
  } catch {
    throw new InternalFailure('Tuple contents should *always* fit in a some wrapper');
  }
}

export const tuples = {
  tuple,
  get,
  merge: native({ cost: 'TupleMerge', arity: 2, input: serializedSizes }, ([base, updates], x) => {
    if (base?.kind !== 'tuple') throw notTuple(base as Value);
    if (updates?.kind !== 'tuple') throw notTuple(updates as Value);
    const merged = mergeTuples(base, updates);
    if (x.rules.epoch.checksMergeSize && merged.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
    return merged;
  }),
};

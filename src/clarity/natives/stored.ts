import type { Cost } from '../costs/cost.js';
import type { Epoch } from '../epoch.js';
import type { Execution } from '../execution/execution.js';
import { CheckFailure, Failure, InternalFailure } from '../failure.js';
import type { StoredValue } from '../state/state.js';
import { displayType } from '../types/display.js';
import type { TupleType, Type } from '../types/type.js';
import { declareAs } from '../values/declare.js';
import { derive, sanitize } from '../values/sanitize.js';
import { serializedSize } from '../values/serialize.js';
import type { Value } from '../values/value.js';

/**
 * Returns a value as the state keeps it: with the declared type, as which it will be read (`put_value_with_size` and
 * `get_value`, clarity/src/vm/database/clarity_db.rs).
 * @throws CheckFailure CouldNotDetermineType for a tuple that lacks a field of its type
 */
export function storedOf(type: Type, value: Value, epoch: Epoch): StoredValue {
  const size = serializedSize(value);
  if (epoch.sanitizesValues) {
    const derived = derive(value);
    if (derived === undefined) throw new CheckFailure('CouldNotDetermineType');
    return { value: declareAs(type, derived), size };
  }
  const surplus = surplusIn(type, value);
  if (surplus === undefined) return { value: declareAs(type, value), size };
  return { value: declareAs(type, sanitize(type, value) ?? value), size, surplus: displayType(surplus) };
}

/** Returns a stored value as it is read. @throws InternalFailure for a tuple with more fields than its type has, before epoch 2.4 */
export function readStored({ value, surplus }: StoredValue, x: Execution): Value {
  if (surplus === undefined || x.rules.epoch.sanitizesValues) return value;
  throw new InternalFailure(`Deserialization expected the type of the input to be: ${surplus}`);
}

/** Charges a read that failed, for the bytes of the declared types, and returns the error. */
export function failedRead(x: Execution, error: unknown, cost: Cost, declared: number): unknown {
  if (error instanceof Failure) x.chargeCost(cost, declared);
  return error;
}

/** Charges a write that failed, for the bytes of the declared types, and returns the error. */
export function failedWrite(x: Execution, error: unknown, cost: Cost, declared: number): unknown {
  failedRead(x, error, cost, declared);
  if (error instanceof Failure) x.keepMemory(declared);
  return error;
}

/** Returns the type of a tuple that has other fields than its type, as lists took them before epoch 2.4. */
function surplusIn(type: Type, value: Value): TupleType | undefined {
  switch (value.kind) {
    case 'list':
      return type.kind === 'list' ? firstOf(value.items, (item) => surplusIn(type.entry, item)) : undefined;
    case 'tuple':
      if (type.kind !== 'tuple') return undefined;
      if (!type.fields.equals(value.fields)) return type;
      return firstOf(value.values, (field, at) => surplusIn(type.types[at] as Type, field));
    case 'optional':
      return type.kind === 'optional' && value.value !== undefined ? surplusIn(type.inner, value.value) : undefined;
    case 'response':
      return type.kind === 'response' ? surplusIn(value.isOk ? type.ok : type.err, value.value) : undefined;
    default:
      return undefined;
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T, at: number) => R | undefined): R | undefined {
  for (const [at, item] of items.entries()) {
    const found = find(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

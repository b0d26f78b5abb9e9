import { TypeFailure } from '../failure.js';
import { hasUnion } from '../types/equal.js';
import type { TupleType, Type } from '../types/type.js';
import { admitsValue } from './admits.js';
import { isDerived, listOfDerived, responseOf, someOf, tupleOf } from './construct.js';
import { typeOf } from './type-of.js';
import type { TupleValue, Value } from './value.js';

/**
 * Returns the value with types that follow from its contents (`sanitize_value`, clarity-types/src/types/serialization.rs), and without
 * fields that the expected type lacks; undefined if the type does not admit it (`Value::sanitize_value`, from epoch 2.4 on).
 */
export function sanitize(expected: Type, value: Value): Value | undefined {
  try {
    const output = sanitizeContents(expected, value);
    return output !== undefined && admitsValue(expected, output) ? output : undefined;
  } catch (error) {
    if (error instanceof TypeFailure) return undefined;
    throw error;
  }
}

function sanitizeContents(expected: Type, value: Value): Value | undefined {
  switch (value.kind) {
    case 'list': {
      if (expected.kind !== 'list' || value.items.length > expected.maxLength) return undefined;
      const items = sanitizeAll(value.items, () => expected.entry);
      if (items === undefined) return undefined;
      return items === value.items && value.derived ? value : listOfDerived(items);
    }
    case 'tuple':
      return expected.kind === 'tuple' ? sanitizeTuple(expected, value) : undefined;
    case 'optional': {
      if (expected.kind !== 'optional') return undefined;
      if (value.value === undefined) return value;
      const inner = sanitize(expected.inner, value.value);
      return inner === undefined || inner === value.value ? inner && value : someOf(inner);
    }
    case 'response': {
      if (expected.kind !== 'response') return undefined;
      const inner = sanitize(value.isOk ? expected.ok : expected.err, value.value);
      return inner === undefined || inner === value.value ? inner && value : responseOf(value.isOk, inner);
    }
    default:
      return value;
  }
}

function sanitizeTuple(expected: TupleType, value: TupleValue): Value | undefined {
  const hasSameFields = value.fields.equals(expected.fields);
  const fields = hasSameFields ? value.values : expected.fields.names.map((name) => value.field(name));
  if (!fields.every((field) => field !== undefined)) return undefined;
  const values = sanitizeAll(fields, (at) => expected.types[at] as Type);
  if (values === undefined) return undefined;
  return values === value.values && value.derived ? value : tupleOf(expected.fields, values);
}

/** Returns the same array if nothing changes. */
function sanitizeAll(values: readonly Value[], typeAt: (at: number) => Type): readonly Value[] | undefined {
  let changed: Value[] | undefined;
  for (let at = 0; at < values.length; at++) {
    const before = values[at] as Value;
    const after = sanitize(typeAt(at), before);
    if (after === undefined) return undefined;
    if (after !== before) changed ??= values.slice(0, at);
    changed?.push(after);
  }
  return changed ?? values;
}

/**
 * Returns the value with types that follow from its contents: what sanitizing it by its own type does. Undefined for a tuple that lacks a
 * field of its type, and for a list of contracts with different traits.
 */
export function derive(value: Value): Value | undefined {
  if (isDerived(value)) return value;
  const type = typeOf(value);
  return hasUnion(type) ? sanitize(type, value) : deriveContents(value);
}

function deriveContents(value: Value): Value | undefined {
  if (isDerived(value)) return value;
  switch (value.kind) {
    case 'list': {
      const items = deriveAll(value.items);
      return items && listOfDerived(items);
    }
    case 'tuple': {
      if (value.type !== undefined && !value.type.fields.equals(value.fields)) return undefined;
      const values = deriveAll(value.values);
      return values && tupleOf(value.fields, values);
    }
    case 'optional': {
      const inner = value.value && deriveContents(value.value);
      return inner && someOf(inner);
    }
    case 'response': {
      const inner = deriveContents(value.value);
      return inner && responseOf(value.isOk, inner);
    }
    default:
      return value;
  }
}

function deriveAll(values: readonly Value[]): Value[] | undefined {
  const derived = values.map(deriveContents);
  return derived.every((value) => value !== undefined) ? derived : undefined;
}

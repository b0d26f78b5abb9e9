import { equalBytes } from '../bytes.js';
import { equalTraits } from '../types/equal.js';
import type { TupleValue, Value } from './value.js';

/** Returns whether two values are equal: their types do not matter (`PartialEq` of `Value`, clarity-types/src/types/mod.rs). */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'int':
    case 'uint':
    case 'bool':
      return b.kind === a.kind && a.value === b.value;
    case 'buffer':
      return b.kind === 'buffer' && equalBytes(a.bytes, b.bytes);
    case 'ascii':
      return b.kind === 'ascii' && a.text === b.text;
    case 'utf8':
      return b.kind === 'utf8' && equalItems(a.characters, b.characters, Object.is);
    case 'list':
      return b.kind === 'list' && equalItems(a.items, b.items, equalValues);
    case 'tuple':
      return b.kind === 'tuple' && equalTuples(a, b);
    case 'optional':
      if (b.kind !== 'optional') return false;
      if (a.value === undefined || b.value === undefined) return a.value === b.value;
      return equalValues(a.value, b.value);
    case 'response':
      return b.kind === 'response' && a.isOk === b.isOk && equalValues(a.value, b.value);
    case 'principal':
      return b.kind === 'principal' && a.id === b.id;
    case 'callable': {
      if (b.kind !== 'callable' || a.contract.id !== b.contract.id) return false;
      return a.trait === undefined || b.trait === undefined ? a.trait === b.trait : equalTraits(a.trait, b.trait);
    }
  }
}

function equalTuples(a: TupleValue, b: TupleValue): boolean {
  return a.fields.equals(b.fields) && equalItems(a.values, b.values, equalValues);
}

function equalItems<T>(a: readonly T[], b: readonly T[], equal: (a: T, b: T) => boolean): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!equal(a[at] as T, b[at] as T)) return false;
  return true;
}

import { TypeFailure } from '../failure.js';
import { concretize } from './concretize.js';
import { equalTypes } from './equal.js';
import type { Type } from './type.js';

/**
 * Returns whether a value of the other type can stand where this type is wanted
 * (`admits_type_v2_1`, clarity-types/src/types/signatures.rs).
 * @throws TypeFailure CouldNotDetermineType if the wanted type is unknown
 */
export function admitsType(wanted: Type, given: Type): boolean {
  let other: Type;
  try {
    other = concretize(given);
  } catch (error) {
    if (error instanceof TypeFailure) return false;
    throw error;
  }
  switch (wanted.kind) {
    case 'list':
      if (other.kind !== 'list') return false;
      if (other.maxLength === 0) return true;
      return wanted.maxLength >= other.maxLength && admitsType(wanted.entry, other.entry);
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return other.kind === wanted.kind && wanted.length >= other.length;
    case 'optional':
      if (other.kind !== 'optional') return false;
      return other.inner.kind === 'no-type' || admitsType(wanted.inner, other.inner);
    case 'response':
      if (other.kind !== 'response') return false;
      if (other.ok.kind === 'no-type') return admitsType(wanted.err, other.err);
      if (other.err.kind === 'no-type') return admitsType(wanted.ok, other.ok);
      return admitsType(wanted.err, other.err) && admitsType(wanted.ok, other.ok);
    case 'tuple': {
      if (other.kind !== 'tuple' || wanted.types.length !== other.types.length) return false;
      for (let at = 0; at < wanted.types.length; at++) {
        const field = other.field(wanted.fields.names[at] as string);
        if (field === undefined || !admitsType(wanted.types[at] as Type, field)) return false;
      }
      return true;
    }
    case 'no-type':
      throw new TypeFailure('CouldNotDetermineType');
    default:
      return equalTypes(wanted, other);
  }
}

import { TypeFailure } from '../failure.js';
import { admitsType } from '../types/admits.js';
import { equalTraits } from '../types/equal.js';
import type { Type } from '../types/type.js';
import { typeOf } from './type-of.js';
import type { Value } from './value.js';

/**
 * Returns whether a type admits a value (`TypeSignature::admits`, clarity-types/src/types/signatures.rs): the answer of `admitsType` for
 * the value's type, without making that type.
 * @throws TypeFailure CouldNotDetermineType if the wanted type is unknown
 */
export function admitsValue(type: Type, value: Value): boolean {
  switch (type.kind) {
    case 'int':
    case 'uint':
    case 'bool':
      return value.kind === type.kind;
    case 'principal':
      return value.kind === 'principal' || (value.kind === 'callable' && value.trait === undefined);
    case 'buffer':
      return value.kind === 'buffer' && type.length >= value.bytes.length;
    case 'ascii':
      return value.kind === 'ascii' && type.length >= value.text.length;
    case 'utf8':
      return value.kind === 'utf8' && type.length >= value.characters.length;
    case 'optional':
      return value.kind === 'optional' && (value.value === undefined || admitsValue(type.inner, value.value));
    case 'response':
      return value.kind === 'response' && admitsValue(value.isOk ? type.ok : type.err, value.value);
    case 'tuple': {
      if (value.kind !== 'tuple') return false;
      if (value.type !== undefined) return admitsType(type, value.type);
      if (!type.fields.equals(value.fields)) return false;
      for (let at = 0; at < type.types.length; at++) if (!admitsValue(type.types[at] as Type, value.values[at] as Value)) return false;
      return true;
    }
    case 'callable':
      return value.kind === 'callable' && type.callable.trait !== undefined && hasTrait(value.trait, type.callable.trait);
    case 'no-type':
      throw new TypeFailure('CouldNotDetermineType');
    default:
      return admitsType(type, typeOf(value));
  }
}

function hasTrait(given: Parameters<typeof equalTraits>[0] | undefined, wanted: Parameters<typeof equalTraits>[0]): boolean {
  return given !== undefined && equalTraits(given, wanted);
}

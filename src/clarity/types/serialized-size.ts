import { TypeFailure } from '../failure.js';
import { MAX_NAME_LENGTH } from '../name-syntax.js';
import type { Type } from './type.js';

const MAX_U32 = 2 ** 32 - 1;
/** Version, hash, length of the name, and the longest name (`max_serialized_size`, clarity-types/src/types/serialization.rs). */
const PRINCIPAL_BYTES = 21 + 1 + MAX_NAME_LENGTH;

/**
 * Returns the most bytes that a value of a type serializes to (`max_serialized_size`).
 * @throws TypeFailure CouldNotDetermineSerializationType for an unknown type, ValueTooLarge
 */
export function maxSerializedSize(type: Type): number {
  const size = 1 + sizeOfContents(type);
  if (size > MAX_U32) throw new TypeFailure('ValueTooLarge');
  return size;
}

function sizeOfContents(type: Type): number {
  switch (type.kind) {
    case 'int':
    case 'uint':
      return 16;
    case 'bool':
      return 0;
    case 'buffer':
    case 'ascii':
      return 4 + type.length;
    case 'utf8':
      return 4 + 4 * type.length;
    case 'list':
      return 4 + type.maxLength * maxSerializedSize(type.entry);
    case 'principal':
    case 'callable':
      return PRINCIPAL_BYTES;
    case 'tuple':
      return type.types.reduce((sum, field) => sum + 1 + maxSerializedSize(field), 4 + type.fields.bytes);
    case 'optional':
      return orUnknown(type.inner) ?? 0;
    case 'response': {
      const [ok, err] = [orUnknown(type.ok), orUnknown(type.err)];
      if (ok === undefined && err === undefined) throw new TypeFailure('CouldNotDetermineSerializationType');
      return Math.max(ok ?? 0, err ?? 0);
    }
    case 'no-type':
    case 'list-union':
      throw new TypeFailure('CouldNotDetermineSerializationType');
  }
}

function orUnknown(type: Type): number | undefined {
  try {
    return maxSerializedSize(type);
  } catch (error) {
    if (error instanceof TypeFailure && error.name === 'CouldNotDetermineSerializationType') return undefined;
    throw error;
  }
}

import type { Value } from './value.js';

/**
 * The bytes that a value counts as: the size of its type
 * (`Value::size`, clarity-types/src/types/mod.rs; `inner_size`, clarity-types/src/types/signatures.rs).
 */
export function sizeOf(value: Value): number {
  switch (value.kind) {
    case 'int':
    case 'uint':
      return 16;
    case 'bool':
      return 1;
    case 'principal':
      return 148;
    case 'buffer':
      return 4 + value.bytes.length;
    case 'ascii':
      return 4 + value.text.length;
    case 'utf8':
      return 4 + 4 * value.characters.length;
    case 'list':
      return value.type.size;
    case 'callable':
      return value.trait === undefined ? 148 : 276;
    default:
      return value.size;
  }
}

/** The bytes that the type of a value counts as. */
export function typeSizeOfValue(value: Value): number {
  switch (value.kind) {
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return 5;
    case 'list':
      return value.type.typeSize;
    case 'tuple':
    case 'optional':
    case 'response':
      return value.typeSize;
    default:
      return 1;
  }
}

/** How deep the type of a value is nested. */
export function depthOf(value: Value): number {
  switch (value.kind) {
    case 'list':
      return value.type.depth;
    case 'tuple':
    case 'optional':
    case 'response':
      return value.depth;
    default:
      return 1;
  }
}

import type { Callable, TraitId, Type } from './type.js';

/**
 * The text of a type in messages (`Display` of `TypeSignature`, clarity-types/src/types/signatures.rs).
 * @param unnamed what stands for a trait without a name, which interfaces have
 */
export function displayType(type: Type, unnamed = 'trait'): string {
  switch (type.kind) {
    case 'no-type':
      return 'UnknownType';
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return type.kind;
    case 'buffer':
      return `(buff ${type.length})`;
    case 'ascii':
      return `(string-ascii ${type.length})`;
    case 'utf8':
      return `(string-utf8 ${type.length})`;
    case 'list':
      return `(list ${type.maxLength} ${displayType(type.entry, unnamed)})`;
    case 'optional':
      return `(optional ${displayType(type.inner, unnamed)})`;
    case 'response':
      return `(response ${displayType(type.ok, unnamed)} ${displayType(type.err, unnamed)})`;
    case 'tuple':
      return `(tuple${type.fields.names.map((name, at) => ` (${name} ${displayType(type.types[at] as Type, unnamed)})`).join('')})`;
    case 'callable':
      return displayCallable(type.callable, unnamed);
    case 'list-union':
      return 'principal';
  }
}

export function displayTrait({ contract, name }: TraitId): string {
  return `${contract}.${name}`;
}

function displayCallable({ contract, trait }: Callable, unnamed: string): string {
  if (trait?.contract === '') return unnamed;
  return trait === undefined ? `(principal ${contract})` : `<${displayTrait(trait)}>`;
}

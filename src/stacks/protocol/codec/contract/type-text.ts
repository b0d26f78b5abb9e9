import type { ClarityType } from './type.js';

/** A type in Clarity's syntax, in which no trait has a name. @param trait what stands for one */
export function displayType(type: ClarityType, trait = 'trait'): string {
  switch (type.kind) {
    case 'unknown':
      return 'UnknownType';
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return type.kind;
    case 'trait':
      return trait;
    case 'contract':
      return `(principal ${type.id})`;
    case 'buffer':
      return `(buff ${type.length})`;
    case 'string-ascii':
    case 'string-utf8':
      return `(${type.kind} ${type.length})`;
    case 'optional':
      return `(optional ${displayType(type.inner, trait)})`;
    case 'response':
      return `(response ${displayType(type.ok, trait)} ${displayType(type.err, trait)})`;
    case 'list':
      return `(list ${type.length} ${displayType(type.item, trait)})`;
    case 'tuple':
      return `(tuple${type.fields.map(([name, field]) => ` (${name} ${displayType(field, trait)})`).join('')})`;
  }
}

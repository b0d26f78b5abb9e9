import type { Callable, TraitId, Type } from './type.js';

/** Returns whether two types are the same in structure. */
export function equalTypes(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return b.kind === a.kind && a.length === b.length;
    case 'list':
      return b.kind === 'list' && a.maxLength === b.maxLength && equalTypes(a.entry, b.entry);
    case 'optional':
      return b.kind === 'optional' && equalTypes(a.inner, b.inner);
    case 'response':
      return b.kind === 'response' && equalTypes(a.ok, b.ok) && equalTypes(a.err, b.err);
    case 'tuple':
      return b.kind === 'tuple' && a.fields.equals(b.fields) && a.types.every((type, at) => equalTypes(type, b.types[at] as Type));
    case 'callable':
      return b.kind === 'callable' && equalCallables(a.callable, b.callable);
    case 'list-union':
      return (
        b.kind === 'list-union' &&
        a.callables.length === b.callables.length &&
        a.callables.every((callable, at) => equalCallables(callable, b.callables[at] as Callable))
      );
    default:
      return a.kind === b.kind;
  }
}

export function equalTraits(a: TraitId, b: TraitId): boolean {
  return a.name === b.name && a.contract === b.contract;
}

export function equalCallables(a: Callable, b: Callable): boolean {
  if (a.trait === undefined || b.trait === undefined) return a.contract === b.contract && a.trait === b.trait;
  return equalTraits(a.trait, b.trait);
}

/** Returns whether a type has lists of contracts with different traits in it. */
export function hasUnion(type: Type): boolean {
  switch (type.kind) {
    case 'list-union':
      return true;
    case 'list':
      return hasUnion(type.entry);
    case 'optional':
      return hasUnion(type.inner);
    case 'response':
      return hasUnion(type.ok) || hasUnion(type.err);
    case 'tuple':
      return type.types.some(hasUnion);
    default:
      return false;
  }
}

import { TypeFailure } from '../failure.js';
import { checkTuple, listType, optionalType, responseType } from './construct.js';
import { equalCallables, equalTypes } from './equal.js';
import { compareCallables } from './order.js';
import { type Callable, type CallableType, EMPTY_LIST, type ListType, ListUnionType, PRINCIPAL, TupleType, type Type } from './type.js';

/**
 * Returns the least type that admits the values of both (`least_supertype_v2_1`, clarity-types/src/types/signatures.rs). Of two tuples, the
 * fields of the left one remain: the right one may have more, but not fewer.
 * @throws TypeFailure TypeMismatch, SupertypeTooLarge, ValueTooLarge, TypeSignatureTooDeep
 */
export function leastSupertype(a: Type, b: Type): Type {
  switch (a.kind) {
    case 'tuple':
      if (b.kind === 'tuple') return supertypeOfTuples(a, b);
      break;
    case 'list':
      if (b.kind === 'list') return supertypeOfLists(a, b);
      break;
    case 'response':
      if (b.kind === 'response') return responseType(withoutNoType(a.ok, b.ok), withoutNoType(a.err, b.err));
      break;
    case 'optional':
      if (b.kind === 'optional') return optionalType(withoutNoType(a.inner, b.inner));
      break;
    case 'buffer':
    case 'ascii':
    case 'utf8':
      if (b.kind === a.kind) return a.length > b.length ? a : b;
      break;
  }
  if (a.kind === 'no-type') return b;
  if (b.kind === 'no-type') return a;
  const union = supertypeOfCallables(a, b);
  if (union !== undefined) return union;
  if (equalTypes(a, b)) return a;
  throw new TypeFailure('TypeMismatch', a, b);
}

/** Returns the other type if one is unknown, else the least supertype. */
export function withoutNoType(a: Type, b: Type): Type {
  if (a.kind === 'no-type') return b;
  if (b.kind === 'no-type') return a;
  return leastSupertype(a, b);
}

function supertypeOfTuples(a: TupleType, b: TupleType): TupleType {
  const types = a.fields.names.map((name, at) => {
    const other = b.field(name);
    if (other === undefined) throw new TypeFailure('TypeMismatch', a, b);
    return leastSupertype(a.types[at] as Type, other);
  });
  return orTooLarge(() => checkTuple(new TupleType(a.fields, types)));
}

function supertypeOfLists(a: ListType, b: ListType): ListType {
  const entry = a.maxLength === 0 ? b.entry : b.maxLength === 0 ? a.entry : leastSupertype(a.entry, b.entry);
  return orTooLarge(() => listType(entry, Math.max(a.maxLength, b.maxLength)));
}

function orTooLarge<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeFailure) throw new TypeFailure('SupertypeTooLarge');
    throw error;
  }
}

function supertypeOfCallables(a: Type, b: Type): Type | undefined {
  if (a.kind === 'callable' && b.kind === 'callable' && equalCallables(a.callable, b.callable)) return a;
  const [some, others] = [callablesOf(a), callablesOf(b)];
  if (some !== undefined && others !== undefined) return new ListUnionType(mergeCallables(some, others));
  if (a.kind === 'principal' && others?.every(isContract)) return PRINCIPAL;
  if (b.kind === 'principal' && some?.every(isContract)) return PRINCIPAL;
  return undefined;
}

function callablesOf(type: Type): readonly Callable[] | undefined {
  if (type.kind === 'callable') return [type.callable];
  return type.kind === 'list-union' ? type.callables : undefined;
}

function isContract({ trait }: Callable): boolean {
  return trait === undefined;
}

/** Merges two sorted sets. */
function mergeCallables(some: readonly Callable[], others: readonly Callable[]): Callable[] {
  if (some.length < others.length) return mergeCallables(others, some);
  const merged = some.slice();
  for (const callable of others) {
    const at = placeOf(callable, merged);
    const there = merged[at];
    if (there === undefined || !equalCallables(there, callable)) merged.splice(at, 0, callable);
  }
  return merged;
}

/** Returns the index of the first callable that does not come before the given one. */
function placeOf(callable: Callable, sorted: readonly Callable[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCallables(sorted[middle] as Callable, callable) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the type of a list with entries of these types (`parent_list_type`).
 * @throws TypeFailure as {@link leastSupertype} and {@link listType}
 */
export function typeOfList(entries: readonly Type[]): ListType {
  let [entry] = entries;
  if (entry === undefined) return EMPTY_LIST;
  if (entries.every((type) => type.kind === 'callable')) return listType(typeOfCallables(entries), entries.length);
  for (const next of entries) if (!equalTypes(entry, next)) entry = leastSupertype(entry, next);
  return listType(entry, entries.length);
}

/** Makes the union of many callables at once. */
function typeOfCallables(types: readonly CallableType[]): Type {
  const first = types[0] as CallableType;
  const sorted = types.map(({ callable }) => callable).sort(compareCallables);
  const distinct = sorted.filter((callable, at) => at === 0 || !equalCallables(callable, sorted[at - 1] as Callable));
  return distinct.length === 1 ? first : new ListUnionType(distinct);
}

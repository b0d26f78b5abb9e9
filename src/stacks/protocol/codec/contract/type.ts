import { formatPrincipal } from '../principal.js';
import { type ClarityValue, MAX_VALUE_SIZE } from '../value/value.js';

/**
 * A Clarity type. `unknown` is a part that the value leaves open (the `err` side of `(ok 1)`); `contract` is a contract principal given for
 * a trait.
 */
export type ClarityType =
  | { kind: 'unknown' | 'int' | 'uint' | 'bool' | 'principal' }
  /** `id` is `ST….contract.name`, where the source is known. */
  | { kind: 'trait'; id?: string | undefined }
  | { kind: 'contract'; id: string }
  | { kind: 'buffer' | 'string-ascii' | 'string-utf8'; length: number }
  | { kind: 'optional'; inner: ClarityType }
  | { kind: 'response'; ok: ClarityType; err: ClarityType }
  | { kind: 'list'; length: number; item: ClarityType }
  | { kind: 'tuple'; fields: [name: string, type: ClarityType][] };

/** The type of a part that a value leaves open. */
export const UNKNOWN: ClarityType = { kind: 'unknown' };

/** Returns the narrowest type of a value. A list of unlike items has the type of the items read so far. */
export function typeOf(value: ClarityValue): ClarityType {
  switch (value.type) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return { kind: value.type };
    case 'buffer':
    case 'string-ascii':
      return { kind: value.type, length: value.value.length };
    case 'string-utf8':
      return { kind: 'string-utf8', length: [...value.value].length };
    case 'none':
      return { kind: 'optional', inner: UNKNOWN };
    case 'some':
      return { kind: 'optional', inner: typeOf(value.value) };
    case 'ok':
      return { kind: 'response', ok: typeOf(value.value), err: UNKNOWN };
    case 'err':
      return { kind: 'response', ok: UNKNOWN, err: typeOf(value.value) };
    case 'list': {
      const item = value.items.map(typeOf).reduce<ClarityType>((a, b) => leastSupertype(a, b) ?? a, UNKNOWN);
      return { kind: 'list', length: value.items.length, item };
    }
    case 'tuple':
      return { kind: 'tuple', fields: value.fields.map(([name, inner]) => [name, typeOf(inner)]) };
  }
}

/** Returns the smallest type that holds both; undefined if they have no common type (stacks-core's rules since epoch 2.1). */
export function leastSupertype(a: ClarityType, b: ClarityType): ClarityType | undefined {
  if (a.kind === 'unknown') return b;
  if (b.kind === 'unknown') return a;
  if (a.kind === 'tuple' && b.kind === 'tuple') {
    const others = new Map(b.fields);
    const fields: [string, ClarityType][] = [];
    for (const [name, type] of a.fields) {
      const other = others.get(name);
      const both = other && leastSupertype(type, other);
      if (both === undefined) return undefined;
      fields.push([name, both]);
    }
    return { kind: 'tuple', fields };
  }
  if (a.kind === 'list' && b.kind === 'list') {
    const item = a.length === 0 ? b.item : b.length === 0 ? a.item : leastSupertype(a.item, b.item);
    return item && { kind: 'list', length: Math.max(a.length, b.length), item };
  }
  if (a.kind === 'response' && b.kind === 'response') {
    const ok = leastSupertype(a.ok, b.ok);
    const err = leastSupertype(a.err, b.err);
    return ok && err && { kind: 'response', ok, err };
  }
  if (a.kind === 'optional' && b.kind === 'optional') {
    const inner = leastSupertype(a.inner, b.inner);
    return inner && { kind: 'optional', inner };
  }
  if ('length' in a && 'length' in b && a.kind === b.kind) return a.length > b.length ? a : b;
  return a.kind === b.kind ? a : undefined;
}

/** Whether a value of type `actual` is valid where `expected` is required. */
export function admits(expected: ClarityType, actual: ClarityType): boolean {
  switch (expected.kind) {
    case 'list':
      if (actual.kind !== 'list') return false;
      return actual.length === 0 || (expected.length >= actual.length && admits(expected.item, actual.item));
    case 'buffer':
    case 'string-ascii':
    case 'string-utf8':
      return actual.kind === expected.kind && expected.length >= actual.length;
    case 'optional':
      return actual.kind === 'optional' && (actual.inner.kind === 'unknown' || admits(expected.inner, actual.inner));
    case 'response':
      if (actual.kind !== 'response') return false;
      if (actual.ok.kind === 'unknown') return admits(expected.err, actual.err);
      if (actual.err.kind === 'unknown') return admits(expected.ok, actual.ok);
      return admits(expected.ok, actual.ok) && admits(expected.err, actual.err);
    case 'tuple': {
      if (actual.kind !== 'tuple' || actual.fields.length !== expected.fields.length) return false;
      const fields = new Map(actual.fields);
      return expected.fields.every(([name, type]) => {
        const field = fields.get(name);
        return field !== undefined && admits(type, field);
      });
    }
    case 'principal':
      return actual.kind === 'principal' || actual.kind === 'contract';
    default:
      return actual.kind === expected.kind;
  }
}

/** The type of an argument, where contract principals keep their name, since they can implement a trait. */
export function argumentType(value: ClarityValue): ClarityType {
  switch (value.type) {
    case 'principal':
      return value.value.contract === undefined ? { kind: 'principal' } : { kind: 'contract', id: formatPrincipal(value.value) };
    case 'some':
      return { kind: 'optional', inner: argumentType(value.value) };
    case 'ok':
      return { kind: 'response', ok: argumentType(value.value), err: UNKNOWN };
    case 'err':
      return { kind: 'response', ok: UNKNOWN, err: argumentType(value.value) };
    case 'list': {
      const first = value.items[0];
      return { kind: 'list', length: value.items.length, item: first === undefined ? UNKNOWN : argumentType(first) };
    }
    case 'tuple':
      return { kind: 'tuple', fields: value.fields.map(([name, inner]) => [name, argumentType(inner)]) };
    default:
      return typeOf(value);
  }
}

/** The size in bytes that stacks-core reckons for the largest value of a type; undefined beyond 1 MB. */
export function typeSize(type: ClarityType): number | undefined {
  const size = rawSize(type);
  return size > MAX_VALUE_SIZE ? undefined : size;
}

function rawSize(type: ClarityType): number {
  switch (type.kind) {
    case 'unknown':
    case 'bool':
      return 1;
    case 'int':
    case 'uint':
      return 16;
    case 'principal':
    case 'contract':
      return 148;
    case 'trait':
      return 276;
    case 'buffer':
    case 'string-ascii':
      return 4 + type.length;
    case 'string-utf8':
      return 4 + 4 * type.length;
    case 'optional':
      return rawSize(type.inner) + 1;
    case 'response':
      return Math.max(rawSize(type.ok), rawSize(type.err)) + 1;
    case 'list':
      return rawSize(type.item) * type.length + signatureSize(type);
    case 'tuple':
      return (
        2 * type.fields.length + signatureSize(type) + type.fields.reduce((sum, [name, field]) => sum + rawSize(field) + name.length, 0)
      );
  }
}

/** The size that the type's own description adds. */
function signatureSize(type: ClarityType): number {
  switch (type.kind) {
    case 'buffer':
    case 'string-ascii':
    case 'string-utf8':
      return 5;
    case 'list':
      return signatureSize(type.item) + 5;
    case 'optional':
      return signatureSize(type.inner) + 1;
    case 'response':
      return signatureSize(type.ok) + signatureSize(type.err) + 1;
    case 'tuple':
      return 2 * type.fields.length + type.fields.reduce((sum, [name, field]) => sum + signatureSize(field) + name.length, 0);
    default:
      return 1;
  }
}

export function typeDepth(type: ClarityType): number {
  switch (type.kind) {
    case 'optional':
      return 1 + typeDepth(type.inner);
    case 'response':
      return 1 + Math.max(typeDepth(type.ok), typeDepth(type.err));
    case 'list':
      return 1 + typeDepth(type.item);
    case 'tuple':
      return 1 + type.fields.reduce((deepest, [, field]) => Math.max(deepest, typeDepth(field)), 0);
    default:
      return 1;
  }
}

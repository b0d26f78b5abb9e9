import type { Value } from '../../../../clarity/values.js';

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
const UNKNOWN: ClarityType = { kind: 'unknown' };

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
export function argumentType(value: Value): ClarityType {
  switch (value.kind) {
    case 'principal':
      return value.name === undefined ? { kind: 'principal' } : { kind: 'contract', id: value.text };
    case 'int':
    case 'uint':
    case 'bool':
      return { kind: value.kind };
    case 'buffer':
      return { kind: 'buffer', length: value.bytes.length };
    case 'ascii':
      return { kind: 'string-ascii', length: value.text.length };
    case 'utf8':
      return { kind: 'string-utf8', length: value.characters.length };
    default:
      return { kind: 'optional', inner: UNKNOWN };
  }
}

import fc from 'fast-check';
import { invalid } from '../../base/error.js';
import { displayType, type Type } from '../../clarity/types.js';
import { codePoints } from './code-points.js';

const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;
/** Longer values find no other bugs, and cost more to shrink. */
const MOST_BYTES = 64;
const MOST_ITEMS = 10;

/** Which principals are generated. */
export type Principals = { accounts: readonly string[]; contracts: readonly string[] };

/**
 * Returns values of a type, as `devnet.contract` takes them. Small numbers are more frequent, because they meet each other.
 * @throws DevnetError INVALID_INPUT for a trait if there is no contract
 */
export function valuesOf(type: Type, principals: Principals): fc.Arbitrary<unknown> {
  const inner = (part: Type): fc.Arbitrary<unknown> => valuesOf(part, principals);
  switch (type.kind) {
    case 'uint':
      return integers(0n, MAX_UINT);
    case 'int':
      return integers(-MAX_INT - 1n, MAX_INT);
    case 'bool':
      return fc.boolean();
    case 'principal':
      return fc.constantFrom(...principals.accounts, ...principals.contracts);
    case 'callable':
      if (principals.contracts.length === 0) throw invalid('args', 'an arbitrary of contracts for each trait', displayType(type));
      return fc.constantFrom(...principals.contracts);
    case 'buffer':
      return fc.uint8Array({ maxLength: Math.min(type.length, MOST_BYTES) });
    case 'ascii':
      return fc.string({ maxLength: Math.min(type.length, MOST_BYTES), unit: 'grapheme-ascii' });
    case 'utf8':
      return fc.string({ maxLength: Math.min(type.length, MOST_BYTES), unit: codePoints });
    case 'optional':
      return fc.option(inner(type.inner));
    case 'response':
      return fc.oneof(fc.record({ ok: inner(type.ok) }), fc.record({ err: inner(type.err) }));
    case 'list':
      return fc.array(inner(type.entry), { maxLength: Math.min(type.maxLength, MOST_ITEMS) });
    case 'tuple':
      return fc.record(Object.fromEntries(type.fields.names.map((name, at) => [name, inner(type.types[at] as Type)])));
    default:
      throw invalid('args', 'an arbitrary for each argument of this type', displayType(type));
  }
}

function integers(min: bigint, max: bigint): fc.Arbitrary<bigint> {
  const within = (most: bigint) => fc.bigInt(min < 0n ? -most : 0n, most);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: within(10n) },
    { weight: 4, arbitrary: within(1_000_000n) },
    { weight: 1, arbitrary: fc.bigInt(min, max) },
  );
}

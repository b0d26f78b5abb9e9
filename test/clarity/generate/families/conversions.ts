import { hexOf } from '#dist/clarity/bytes.js';
import { optionalType } from '#dist/clarity/types/construct.js';
import { AsciiType, BOOL, BufferType, INT, PRINCIPAL, type Type, UINT, Utf8Type } from '#dist/clarity/types/type.js';
import { sourceOfType } from '../types.js';
import type { Family, Form, Scope, Writer } from '../writer.js';

const BYTES = new BufferType(16);
const STRINGS = [new AsciiType(10), new Utf8Type(10)];
const SERIALIZED = [INT, UINT, BOOL, PRINCIPAL, optionalType(UINT), new Utf8Type(4), BYTES];

/** Numbers, strings and buffers as each other, and serialized values. */
export const conversions: Family = (writer, type, scope) => {
  if (!writer.since(2)) return [];
  const { dice } = writer;
  switch (type.kind) {
    case 'int':
    case 'uint':
      return [() => `(buff-to-${type.kind}-${dice.pick(['le', 'be'])}${writer.args([BYTES], scope)})`];
    case 'ascii':
    case 'utf8':
      return type.length < 40 ? [] : [() => `(int-to-${type.kind}${writer.args([dice.pick([INT, UINT])], scope)})`];
    case 'optional':
      return ofOptional(writer, type.inner, scope);
    case 'response':
      if (!writer.since(4) || type.ok.kind !== 'ascii' || type.ok.length < 40 || type.err.kind !== 'uint') return [];
      return [() => `(to-ascii?${writer.args([dice.pick([INT, UINT, BOOL, PRINCIPAL, new BufferType(16), new Utf8Type(40)])], scope)})`];
    default:
      return [];
  }
};

function ofOptional(writer: Writer, type: Type, scope: Scope): Form[] {
  const { dice } = writer;
  const bytes = () =>
    dice.chance(0.7) ? `(unwrap-panic (to-consensus-buff?${writer.args([type], scope)}))` : `0x${hexOf(dice.bytes(dice.below(12)))}`;
  const read = () => `(from-consensus-buff? ${sourceOfType(type)} ${bytes()})`;
  if (type.kind === 'int' || type.kind === 'uint')
    return [read, () => `(string-to-${type.kind}?${writer.args([dice.pick(STRINGS)], scope)})`];
  if (type.kind !== 'buffer' || type.length < 64) return [read];
  const name = writer.fresh('s');
  const written = () => `(to-consensus-buff?${writer.args([dice.pick(SERIALIZED)], scope)})`;
  return [read, () => `(match ${written()} ${name} (as-max-len? ${name} u${type.length}) none)`];
}

import { listType } from '#dist/clarity/types/construct.js';
import { AsciiType, BufferType, ListType, type Type, Utf8Type } from '#dist/clarity/types/type.js';
import { randomSequence } from '../types.js';
import type { Family, Form, Scope, Writer } from '../writer.js';
import { entryOf } from './higher-order.js';

/** Lists, buffers and strings: parts of them, items, lengths. */
export const sequences: Family = (writer, type, scope) => {
  const { dice } = writer;
  const at = writer.since(2) && dice.chance(0.8) ? 'element-at?' : 'element-at';
  const item = () => `(unwrap-panic (${at}${writer.args([listType(type, 3)], scope)} ${writer.index(scope)}))`;
  switch (type.kind) {
    case 'uint': {
      const sequence = () => writer.expression(randomSequence(dice, writer.type(1)), scope);
      return [item, () => `(len ${sequence()})`];
    }
    case 'optional':
      return [item, ...ofOptional(writer, type.inner, scope, at)];
    case 'list':
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return [item, ...ofSequence(writer, type, scope)];
    default:
      return [item];
  }
};

function ofOptional(writer: Writer, type: Type, scope: Scope, at: string): Form[] {
  const { dice } = writer;
  const forms: Form[] = [() => `(${at}${writer.args([listType(type, 3)], scope)} ${writer.index(scope)})`];
  if (type.kind === 'uint')
    forms.push(() => {
      const sequence = randomSequence(dice, writer.type(1));
      return `(${writer.since(2) && dice.chance(0.8) ? 'index-of?' : 'index-of'}${writer.args([sequence, entryOf(sequence)], scope)})`;
    });
  if (type.kind !== 'list' && type.kind !== 'buffer' && type.kind !== 'ascii' && type.kind !== 'utf8') return forms;
  const length = type.kind === 'list' ? type.maxLength : type.length;
  forms.push(() => `(as-max-len?${writer.args([withLength(type, length + 2)], scope)} u${dice.below(length + 1)})`);
  if (type.kind !== 'list') forms.push(() => `(${at}${writer.args([withLength(type, 8)], scope)} ${writer.index(scope)})`);
  if (writer.since(2))
    forms.push(
      () => `(slice?${writer.args([type], scope)} ${writer.index(scope)} ${writer.index(scope)})`,
      () => `(replace-at?${writer.args([type], scope)} ${writer.index(scope)} ${writer.expression(entryOf(type), scope)})`,
    );
  return forms;
}

function ofSequence(writer: Writer, type: ListType | BufferType | AsciiType | Utf8Type, scope: Scope): Form[] {
  const { dice } = writer;
  const length = type.kind === 'list' ? type.maxLength : type.length;
  const forms: Form[] = [];
  if (length > 1)
    forms.push(() => {
      const parts = writer.since(6) && length > 2 && dice.chance(0.4) ? 3 : 2;
      const part = withLength(type, Math.floor(length / parts));
      return `(concat${writer.args(
        Array.from({ length: parts }, () => part),
        scope,
      )})`;
    });
  forms.push(() => `(unwrap-panic (as-max-len?${writer.args([withLength(type, length + 2)], scope)} u${length}))`);
  if (type.kind !== 'list') return forms;
  forms.push(
    () =>
      `(list${writer.args(
        dice.times(dice.chance(0.1) ? 0 : 1, length, () => type.entry),
        scope,
      )})`,
  );
  if (length > 1) forms.push(() => `(append${writer.args([withLength(type, length - 1), type.entry], scope)})`);
  return forms;
}

function withLength(type: Type, length: number): Type {
  switch (type.kind) {
    case 'list':
      return new ListType(type.entry, length);
    case 'buffer':
      return new BufferType(length);
    case 'ascii':
      return new AsciiType(length);
    default:
      return new Utf8Type(length);
  }
}

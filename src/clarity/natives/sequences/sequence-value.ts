import { CheckFailure, TypeFailure } from '../../failure.js';
import { listType } from '../../types/construct.js';
import { displayType } from '../../types/display.js';
import { leastSupertype, withoutNoType } from '../../types/supertype.js';
import { ASCII_1, BUFFER_1, type Type, UTF8_1 } from '../../types/type.js';
import { listOfDerived } from '../../values/construct.js';
import { errorText } from '../../values/debug.js';
import { equalValues } from '../../values/equal.js';
import { sanitize } from '../../values/sanitize.js';
import { typeOf } from '../../values/type-of.js';
import { AsciiValue, BufferValue, ListValue, Utf8Value, type Value } from '../../values/value.js';

/** Lists, buffers and strings as sequences (`SequenceData`, clarity-types/src/types/mod.rs). */
export type Sequence = BufferValue | AsciiValue | Utf8Value | ListValue;

export function isSequence(value: Value): value is Sequence {
  return value.kind === 'list' || value.kind === 'buffer' || value.kind === 'ascii' || value.kind === 'utf8';
}

/** @throws CheckFailure Unreachable for a value that is no sequence */
export function sequenceOf(value: Value): Sequence {
  if (isSequence(value)) return value;
  throw new CheckFailure('Unreachable', `Expected sequence: ${displayType(typeOf(value))}`);
}

export function lengthOf(sequence: Sequence): number {
  switch (sequence.kind) {
    case 'list':
      return sequence.items.length;
    case 'buffer':
      return sequence.bytes.length;
    case 'ascii':
      return sequence.text.length;
    case 'utf8':
      return sequence.characters.length;
  }
}

/** Returns an element; of buffers and strings, a sequence of length 1. */
export function elementAt(sequence: Sequence, at: number): Value {
  switch (sequence.kind) {
    case 'list':
      return sequence.items[at] as Value;
    case 'buffer':
      return new BufferValue(sequence.bytes.slice(at, at + 1));
    case 'ascii':
      return new AsciiValue(sequence.text.charAt(at));
    case 'utf8':
      return new Utf8Value([sequence.characters[at] as string]);
  }
}

/** The size of the type of an element (`element_size`). */
export function elementSize(sequence: Sequence): number {
  switch (sequence.kind) {
    case 'list':
      return sequence.type.entry.size;
    case 'buffer':
    case 'ascii':
      return 5;
    case 'utf8':
      return 8;
  }
}

/** Returns the elements whose indexes are given; a list keeps its type. */
export function pick(sequence: Sequence, indexes: readonly number[]): Sequence {
  switch (sequence.kind) {
    case 'list':
      return new ListValue(
        indexes.map((at) => sequence.items[at] as Value),
        sequence.type,
        false,
      );
    case 'buffer':
      return new BufferValue(Uint8Array.from(indexes, (at) => sequence.bytes[at] as number));
    case 'ascii':
      return new AsciiValue(indexes.map((at) => sequence.text.charAt(at)).join(''));
    case 'utf8':
      return new Utf8Value(indexes.map((at) => sequence.characters[at] as string));
  }
}

/** Returns a part; a list gets the type of what it has then. */
export function slice(sequence: Sequence, left: number, right: number, sanitizes: boolean): Sequence {
  switch (sequence.kind) {
    case 'list':
      return consList(sequence.items.slice(left, right), sanitizes);
    case 'buffer':
      return new BufferValue(sequence.bytes.slice(left, right));
    case 'ascii':
      return new AsciiValue(sequence.text.slice(left, right));
    case 'utf8':
      return new Utf8Value(sequence.characters.slice(left, right));
  }
}

/**
 * Makes a list of values (`cons_list`): the type of its entries is the least one that admits all, and from epoch 2.4 on they are sanitized
 * to it.
 * @throws TypeFailure ListTypeMismatch, and as `typeOfList`
 */
export function consList(items: readonly Value[], sanitizes: boolean): ListValue {
  const list = listOfDerived(items);
  if (!sanitizes || (list.derived && isScalar(list.type.entry))) return list;
  const values = items.map((item) => sanitizedItem(list.type.entry, item));
  return new ListValue(values, list.type, list.derived);
}

/** Whether values of a type have nothing that sanitizing could change. */
function isScalar({ kind }: Type): boolean {
  return kind !== 'list' && kind !== 'tuple' && kind !== 'optional' && kind !== 'response' && kind !== 'list-union';
}

/**
 * Returns two sequences of one kind as one (`SequenceData::concat`).
 * @throws TypeFailure TypeMismatch, ListTypeMismatch
 */
export function concat(a: Sequence, b: Sequence, sanitizes: boolean): Sequence {
  switch (a.kind) {
    case 'list':
      if (b.kind === 'list') return concatLists(a, b, sanitizes);
      break;
    case 'buffer':
      if (b.kind === 'buffer') return new BufferValue(joinBytes(a.bytes, b.bytes));
      break;
    case 'ascii':
      if (b.kind === 'ascii') return new AsciiValue(a.text + b.text);
      break;
    case 'utf8':
      if (b.kind === 'utf8') return new Utf8Value([...a.characters, ...b.characters]);
      break;
  }
  throw new TypeFailure('TypeMismatch', typeOf(a), typeOf(b));
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** The longest lengths add up; only the items of the second list are sanitized. */
function concatLists(a: ListValue, b: ListValue, sanitizes: boolean): ListValue {
  const entry = withoutNoType(a.type.entry, b.type.entry);
  const added = sanitizes ? b.items.map((item) => sanitizedItem(entry, item)) : b.items;
  return new ListValue([...a.items, ...added], listType(entry, a.type.maxLength + b.type.maxLength), false);
}

function sanitizedItem(entry: Type, item: Value): Value {
  const value = sanitize(entry, item);
  if (value === undefined) throw new TypeFailure('ListTypeMismatch');
  return value;
}

/** Returns the list with one more element (`special_append`). @throws CheckFailure ListTypesMustMatch, TypeFailure */
export function append(list: ListValue, element: Value, sanitizes: boolean): ListValue {
  if (list.type.entry.kind === 'no-type') return consList([element], sanitizes);
  const entry = leastSupertype(list.type.entry, typeOf(element));
  const added = sanitizes ? sanitize(entry, element) : element;
  if (added === undefined) throw new CheckFailure('ListTypesMustMatch');
  return new ListValue([...list.items, added], listType(entry, list.type.maxLength + 1), false);
}

/** Returns where an element is, or -1 (`SequenceData::contains`). @throws TypeFailure TypeMismatchValue */
export function indexOf(sequence: Sequence, element: Value): number {
  switch (sequence.kind) {
    case 'list':
      return sequence.items.findIndex((item) => equalValues(item, element));
    case 'buffer':
      if (element.kind !== 'buffer') throw new TypeFailure('TypeMismatchValue', BUFFER_1, errorText(element));
      return element.bytes.length === 1 ? sequence.bytes.indexOf(element.bytes[0] as number) : -1;
    case 'ascii':
      if (element.kind !== 'ascii') throw new TypeFailure('TypeMismatchValue', ASCII_1, errorText(element));
      return element.text.length === 1 ? sequence.text.indexOf(element.text) : -1;
    case 'utf8':
      if (element.kind !== 'utf8') throw new TypeFailure('TypeMismatchValue', UTF8_1, errorText(element));
      return element.characters.length === 1 ? sequence.characters.indexOf(element.characters[0] as string) : -1;
  }
}

import { TypeFailure } from '../failure.js';
import {
  AsciiType,
  BufferType,
  FieldNames,
  ListType,
  MAX_TYPE_DEPTH,
  MAX_UTF8_LENGTH,
  MAX_VALUE_SIZE,
  OptionalType,
  ResponseType,
  TupleType,
  type Type,
  Utf8Type,
} from './type.js';

/** The types that may be too large or too deep are made here (the guarded constructors of clarity-types/src/types/signatures.rs). */

/** @throws TypeFailure TypeSignatureTooDeep, ValueTooLarge */
export function listType(entry: Type, maxLength: number): ListType {
  const type = new ListType(entry, maxLength);
  if (type.depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
  sizeOfType(entry);
  if (type.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
  return type;
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function optionalType(inner: Type): OptionalType {
  sizeOfType(inner);
  return withinLimits(new OptionalType(inner));
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function responseType(ok: Type, err: Type): ResponseType {
  sizeOfType(ok);
  sizeOfType(err);
  return withinLimits(new ResponseType(ok, err));
}

function withinLimits<T extends OptionalType | ResponseType>(type: T): T {
  if (type.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
  if (type.depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
  return type;
}

/**
 * Makes a tuple type of fields in any order.
 * @throws TypeFailure EmptyTuplesNotAllowed, DuplicateTupleField, TypeSignatureTooDeep, ValueTooLarge
 */
export function tupleType(fields: readonly (readonly [name: string, type: Type])[]): TupleType {
  if (fields.length === 0) throw new TypeFailure('EmptyTuplesNotAllowed');
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const names = sorted.map(([name]) => name);
  if (names.some((name, at) => name === names[at + 1])) rejectDuplicate(fields);
  return checkTuple(
    new TupleType(
      new FieldNames(names),
      sorted.map(([, type]) => type),
    ),
  );
}

/** Names the first field that has the name of one before it. */
function rejectDuplicate(fields: readonly (readonly [name: string, type: Type])[]): void {
  const seen = new Set<string>();
  for (const [name] of fields) {
    if (seen.has(name)) throw new TypeFailure('DuplicateTupleField', name);
    seen.add(name);
  }
}

/** @throws TypeFailure TypeSignatureTooDeep, ValueTooLarge */
export function checkTuple(type: TupleType): TupleType {
  if (type.types.length === 0) throw new TypeFailure('EmptyTuplesNotAllowed');
  if (type.depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
  type.types.forEach(sizeOfType);
  if (type.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
  return type;
}

/** @throws TypeFailure ValueTooLarge, ValueOutOfBounds */
export function bufferType(length: number | bigint): BufferType {
  return new BufferType(checkLength(length, MAX_VALUE_SIZE));
}

/** @throws TypeFailure ValueTooLarge, ValueOutOfBounds */
export function asciiType(length: number | bigint): AsciiType {
  return new AsciiType(checkLength(length, MAX_VALUE_SIZE));
}

/** @throws TypeFailure ValueTooLarge, ValueOutOfBounds */
export function utf8Type(length: number | bigint): Utf8Type {
  return new Utf8Type(checkLength(length, MAX_UTF8_LENGTH));
}

function checkLength(length: number | bigint, most: number): number {
  if (length > most) throw new TypeFailure('ValueTooLarge');
  if (length < 0) throw new TypeFailure('ValueOutOfBounds');
  return Number(length);
}

/** Returns the size of a type that was made. @throws TypeFailure InvariantViolation for one that could not be made with a check */
export function sizeOfType(type: Type): number {
  if (type.size !== Number.POSITIVE_INFINITY) return type.size;
  const reason = 'FAIL: .size() overflowed on too large of a type. Construction should have failed!';
  throw new TypeFailure('InvariantViolation', reason);
}

/** Returns the size of the type itself. @throws TypeFailure ValueTooLarge */
export function typeSizeOf(type: Type): number {
  if (type.typeSize === Number.POSITIVE_INFINITY) throw new TypeFailure('ValueTooLarge');
  return type.typeSize;
}

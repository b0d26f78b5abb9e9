import { TypeFailure } from '../failure.js';
import { listType } from '../types/construct.js';
import { equalTypes, hasUnion } from '../types/equal.js';
import { leastSupertype } from '../types/supertype.js';
import { boundedSize, EMPTY_LIST, FieldNames, type ListType, MAX_TYPE_DEPTH, MAX_VALUE_SIZE, TupleType, type Type } from '../types/type.js';
import { depthOf, sizeOf, typeSizeOfValue } from './size.js';
import { typeOf, typeOfTuple } from './type-of.js';
import { FALSE, ListValue, OptionalValue, ResponseValue, TRUE, type TupleShape, TupleValue, UIntValue, type Value } from './value.js';

export function boolOf(value: boolean): Value {
  return value ? TRUE : FALSE;
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function someOf(value: Value): OptionalValue {
  const size = 1 + sizeOf(value);
  const depth = 1 + depthOf(value);
  checkWrapped(size, depth);
  return new OptionalValue(value, size, 1 + typeSizeOfValue(value), depth);
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function okOf(value: Value): ResponseValue {
  return responseOf(true, value);
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function errOf(value: Value): ResponseValue {
  return responseOf(false, value);
}

/** Returns `(err uN)`: a new value each time, because it is by identity that an execution knows where an error came from. */
export function errorCode(code: number | bigint): ResponseValue {
  return errOf(new UIntValue(BigInt(code)));
}

/** @throws TypeFailure ValueTooLarge, TypeSignatureTooDeep */
export function responseOf(isOk: boolean, value: Value): ResponseValue {
  const size = 1 + sizeOf(value);
  const depth = 1 + depthOf(value);
  checkWrapped(size, depth);
  return new ResponseValue(isOk, value, size, 2 + typeSizeOfValue(value), depth);
}

function checkWrapped(size: number, depth: number): void {
  if (size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
  if (depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
}

/**
 * Makes a tuple whose type is that of its values, which are in the order of the names.
 * @throws TypeFailure TypeSignatureTooDeep, ValueTooLarge
 */
export function tupleOf(fields: FieldNames, values: readonly Value[]): TupleValue {
  const shape = shapeOf(fields, values);
  if (shape.depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
  if (shape.size > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
  return new TupleValue(fields, values, shape);
}

function shapeOf(fields: FieldNames, values: readonly Value[]): TupleShape {
  let typeSize = 2 * values.length + fields.bytes;
  let sizes = fields.bytes;
  let depth = 0;
  let derived = true;
  for (const value of values) {
    typeSize += typeSizeOfValue(value);
    sizes += sizeOf(value);
    depth = Math.max(depth, depthOf(value));
    derived = derived && isDerived(value);
  }
  typeSize = boundedSize(typeSize);
  return { type: undefined, derived, size: boundedSize(2 * values.length + typeSize + sizes), typeSize, depth: 1 + depth };
}

/**
 * Makes a tuple of fields in any order.
 * @throws TypeFailure EmptyTuplesNotAllowed, DuplicateTupleField, TypeSignatureTooDeep, ValueTooLarge
 */
export function tupleOfEntries(entries: readonly (readonly [name: string, value: Value])[]): TupleValue {
  if (entries.length === 0) throw new TypeFailure('EmptyTuplesNotAllowed');
  const values = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (values.has(name)) throw new TypeFailure('DuplicateTupleField', name);
    values.set(name, value);
  }
  const names = [...values.keys()].sort();
  return tupleOf(
    new FieldNames(names),
    names.map((name) => values.get(name) as Value),
  );
}

/** Returns the fields of a tuple, in the order of their names. */
export function entriesOfTuple({ fields: { names }, values }: TupleValue): [name: string, value: Value][] {
  return names.map((name, at) => [name, values[at] as Value]);
}

/** Makes a tuple with a declared type, which may have fields that the tuple lacks (before epoch 4.1). */
export function tupleWithType(fields: FieldNames, values: readonly Value[], type: TupleType): TupleValue {
  return new TupleValue(fields, values, { type, derived: false, size: type.size, typeSize: type.typeSize, depth: type.depth });
}

/** Makes a list whose type is that of its items. @throws TypeFailure as `typeOfList` */
export function listOfDerived(items: readonly Value[]): ListValue {
  const type = derivedListType(items);
  // A contract is no value of a union of traits: sanitizing fails.
  return new ListValue(items, type, items.every(isDerived) && !hasUnion(type.entry));
}

/** Returns the type of a list with these items (`construct_parent_list_type`). @throws TypeFailure as `typeOfList` */
function derivedListType(items: readonly Value[]): ListType {
  const [first] = items;
  if (first === undefined) return EMPTY_LIST;
  let entry = typeOf(first);
  for (let at = 1; at < items.length; at++) {
    const item = items[at] as Value;
    if (!isOfType(item, entry)) entry = supertypeWith(entry, item);
  }
  return listType(entry, items.length);
}

/** Returns whether the type of a value is the given one, without making it for the common kinds. */
function isOfType(value: Value, type: Type): boolean {
  switch (value.kind) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return type.kind === value.kind;
    case 'buffer':
      return type.kind === 'buffer' && type.length === value.bytes.length;
    case 'ascii':
      return type.kind === 'ascii' && type.length === value.text.length;
    case 'list':
      return equalTypes(value.type, type);
    default:
      return equalTypes(typeOf(value), type);
  }
}

function supertypeWith(entry: Type, item: Value): Type {
  const type = typeOf(item);
  return equalTypes(entry, type) ? entry : leastSupertype(entry, type);
}

/** Returns whether the types within a value follow from its contents alone. */
export function isDerived(value: Value): boolean {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.derived;
    case 'optional':
      return value.value === undefined || isDerived(value.value);
    case 'response':
      return isDerived(value.value);
    default:
      return true;
  }
}

/**
 * Merges two tuples: the fields of the second one win, and all keep their types.
 * The size is not checked: whether it is depends on the epoch.
 */
export function mergeTuples(base: TupleValue, updates: TupleValue): TupleValue {
  const fields = mergeFields(base.fields, updates.fields);
  const values = fields.names.map((name) => (updates.field(name) ?? base.field(name)) as Value);
  if (base.type === undefined && updates.type === undefined) return new TupleValue(fields, values, shapeOf(fields, values));
  return tupleWithType(fields, values, mergeTupleTypes(typeOfTuple(base), typeOfTuple(updates)));
}

/** Merges the types of two tuples, without a check of the size. */
export function mergeTupleTypes(base: TupleType, updates: TupleType): TupleType {
  const fields = mergeFields(base.fields, updates.fields);
  return new TupleType(
    fields,
    fields.names.map((name) => (updates.field(name) ?? base.field(name)) as Type),
  );
}

function mergeFields(a: FieldNames, b: FieldNames): FieldNames {
  return new FieldNames([...new Set([...a.names, ...b.names])].sort());
}

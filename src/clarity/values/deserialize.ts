import type { Epoch } from '../epoch.js';
import { TypeFailure } from '../failure.js';
import { isClarityName, isContractName, MAX_NAME_LENGTH } from '../name-syntax.js';
import { debugString } from '../rust-debug.js';
import { FieldNames, MAX_TYPE_DEPTH, MAX_UTF8_LENGTH, MAX_VALUE_SIZE, type TupleType, type Type } from '../types/type.js';
import { admitsValue } from './admits.js';
import { listOfDerived, responseOf, someOf, tupleOfEntries, tupleWithType } from './construct.js';
import { contractPrincipal, standardPrincipal } from './principal.js';
import { PREFIX } from './serialize.js';
import {
  AsciiValue,
  BufferValue,
  FALSE,
  IntValue,
  ListValue,
  NONE,
  type PrincipalValue,
  TRUE,
  UIntValue,
  Utf8Value,
  type Value,
} from './value.js';

/**
 * The most bytes that are read: of a value with a type, of which superfluous fields are dropped, and of any other
 * (`BOUND_VALUE_SERIALIZATION_BYTES`, clarity-types/src/types/mod.rs).
 */
const MAX_SANITIZED_BYTES = 15_000_000;
const MAX_BYTES = 2 * MAX_VALUE_SIZE;
/** How deep a value without sanitizing may be nested. */
const MAX_UNSANITIZED_DEPTH = 16;

/**
 * Why bytes are no serialized value: they end too early, nothing serializes to them (a principal with a version above 31), their type is
 * invalid, or anything else.
 */
type Kind = 'eof' | 'unexpected' | 'type' | 'other';

/** Bytes that are no serialized value, or not of the expected type (`SerializationError`). */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
  readonly kind: Kind;
  constructor(message: string, kind: Kind = 'other') {
    super(message);
    this.kind = kind;
  }

  get isUnexpected(): boolean {
    return this.kind === 'unexpected';
  }

  /** The `Debug` form of the node's error. */
  get debug(): string {
    if (this.kind === 'unexpected') return 'UnexpectedSerialization';
    return this.kind === 'type' ? `BadTypeError(${this.message})` : `DeserializationFailure(${debugString(this.message)})`;
  }
}

/**
 * Reads a value without knowing its type (SIP-005; `Value::deserialize_read`, clarity-types/src/types/serialization.rs), for example an
 * argument of a transaction. Bytes that follow it are ignored.
 * @throws SerializationFailure
 */
export function deserialize(bytes: Uint8Array): { value: Value; length: number } {
  return read(new Reader(bytes, MAX_BYTES), undefined, { sanitizes: false, isExact: false });
}

/**
 * Reads a value of a type, as contracts do: superfluous fields of tuples are dropped (from epoch 2.4 on), and nothing may follow.
 * @throws SerializationFailure
 */
export function deserializeAs(type: Type, bytes: Uint8Array, epoch: Epoch): Value {
  const sanitizes = epoch.sanitizesValues;
  const reader = new Reader(bytes, sanitizes ? MAX_SANITIZED_BYTES : MAX_BYTES);
  const { value, length } = read(reader, type, { sanitizes, isExact: epoch.requiresExactTupleFields });
  if (length !== bytes.length) throw new SerializationFailure('bytes left over in buffer');
  return value;
}

/** Reads an account or a contract. Bytes that follow it are ignored. @throws SerializationFailure */
export function deserializePrincipal(bytes: Uint8Array): { value: PrincipalValue; length: number } {
  const reader = new Reader(bytes, MAX_BYTES);
  const prefix = reader.byte();
  if (prefix !== PREFIX.principal && prefix !== PREFIX.contract) throw new SerializationFailure('Bad principal prefix');
  return { value: readPrincipal(reader, prefix === PREFIX.contract), length: reader.at };
}

/** Reads a value that the state of a chain has, of whatever type. @throws SerializationFailure */
export function deserializeKey(bytes: Uint8Array): Value {
  return read(new Reader(bytes, MAX_SANITIZED_BYTES), undefined, { sanitizes: true, isExact: false }).value;
}

type Rules = { readonly sanitizes: boolean; readonly isExact: boolean };

function read(reader: Reader, type: Type | undefined, rules: Rules): { value: Value; length: number } {
  try {
    return { value: readValue(reader, type, 1, rules), length: reader.at };
  } catch (error) {
    throw error instanceof TypeFailure ? new SerializationFailure(error.message, 'type') : error;
  }
}

function readValue(reader: Reader, type: Type | undefined, depth: number, rules: Rules): Value {
  if (depth > (rules.sanitizes ? MAX_TYPE_DEPTH : MAX_UNSANITIZED_DEPTH)) throw new TypeFailure('TypeSignatureTooDeep');
  const prefix = reader.byte();
  switch (prefix) {
    case PREFIX.int:
      expectKind(type, 'int');
      return new IntValue(BigInt.asIntN(128, reader.integer()));
    case PREFIX.uint:
      expectKind(type, 'uint');
      return new UIntValue(reader.integer());
    case PREFIX.true:
    case PREFIX.false:
      expectKind(type, 'bool');
      return prefix === PREFIX.true ? TRUE : FALSE;
    case PREFIX.buffer: {
      const length = reader.length();
      if (type !== undefined && (type.kind !== 'buffer' || length > type.length)) throw unexpected();
      return new BufferValue(reader.bytes(length).slice());
    }
    case PREFIX.ascii: {
      const length = reader.length();
      if (type !== undefined && (type.kind !== 'ascii' || length > type.length)) throw unexpected();
      const bytes = reader.bytes(length);
      return new AsciiValue(orInvalid('Bad string', () => asciiText(bytes)));
    }
    case PREFIX.utf8: {
      const bytes = reader.bytes(reader.length());
      const value = new Utf8Value(orInvalid('Illegal string_utf8 type', () => utf8Characters(bytes)));
      if (type !== undefined && (type.kind !== 'utf8' || value.characters.length > type.length)) throw unexpected();
      return value;
    }
    case PREFIX.principal:
    case PREFIX.contract:
      expectKind(type, 'principal');
      return readPrincipal(reader, prefix === PREFIX.contract);
    case PREFIX.none:
      expectKind(type, 'optional');
      return NONE;
    case PREFIX.some: {
      if (type !== undefined && type.kind !== 'optional') throw unexpected();
      const inner = readValue(reader, type?.inner, depth + 1, rules);
      return orInvalid('Value too large', () => someOf(inner));
    }
    case PREFIX.ok:
    case PREFIX.err: {
      if (type !== undefined && type.kind !== 'response') throw unexpected();
      const isOk = prefix === PREFIX.ok;
      const inner = readValue(reader, isOk ? type?.ok : type?.err, depth + 1, rules);
      return orInvalid('Value too large', () => responseOf(isOk, inner));
    }
    case PREFIX.list:
      return readList(reader, type, depth, rules);
    case PREFIX.tuple:
      return readTuple(reader, type, depth, rules);
    default:
      throw new SerializationFailure('Bad type prefix');
  }
}

/** Makes a value. @throws SerializationFailure with the message if its type is too large, too deep or otherwise invalid */
function orInvalid<T>(message: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof TypeFailure ? new SerializationFailure(message) : error;
  }
}

function readList(reader: Reader, type: Type | undefined, depth: number, rules: Rules): Value {
  const length = reader.count();
  if (length > MAX_VALUE_SIZE) throw new SerializationFailure('Illegal list type');
  if (type !== undefined && (type.kind !== 'list' || length > type.maxLength)) throw unexpected();
  const items: Value[] = [];
  while (items.length < length) items.push(readValue(reader, type?.entry, depth + 1, rules));
  if (type === undefined) return orInvalid('Illegal list type', () => listOfDerived(items));
  if (!items.every((item) => admitsValue(type.entry, item))) throw new SerializationFailure('Illegal list type');
  return new ListValue(items, type, false);
}

function readTuple(reader: Reader, type: Type | undefined, depth: number, rules: Rules): Value {
  const length = reader.count();
  if (length > MAX_VALUE_SIZE) throw new SerializationFailure('Illegal tuple type');
  if (type !== undefined) {
    if (type.kind !== 'tuple') throw unexpected();
    if (rules.sanitizes ? length < type.types.length : length !== type.types.length) throw unexpected();
  }
  const entries: [string, Value][] = [];
  for (let count = 0; count < length; count++) {
    const name = readName(reader, isClarityName);
    const field = type?.field(name);
    const isDropped = rules.sanitizes && type !== undefined && field === undefined;
    if (type !== undefined && field === undefined && !isDropped) throw unexpected();
    const value = readValue(reader, field, depth + 1, rules);
    if (!isDropped) entries.push([name, value]);
  }
  return type === undefined ? orInvalid('Illegal tuple type', () => tupleOfEntries(entries)) : typedTuple(type, entries, rules);
}

/** Before epoch 4.1 the last of several fields with one name wins, and another one may be missing then (`TupleData::from_data_typed`). */
function typedTuple(type: TupleType, entries: readonly (readonly [string, Value])[], { isExact }: Rules): Value {
  if (entries.length !== type.types.length) throw unexpected();
  if (!entries.every(([name, value]) => admitsValue(type.field(name) as Type, value))) throw new SerializationFailure('Illegal tuple type');
  const values = new Map(entries);
  if (isExact && values.size !== entries.length) throw new SerializationFailure('Illegal tuple type');
  const names = [...values.keys()].sort();
  const fields = names.length === type.types.length ? type.fields : new FieldNames(names);
  return tupleWithType(
    fields,
    names.map((name) => values.get(name) as Value),
    type,
  );
}

function readPrincipal(reader: Reader, isContract: boolean): PrincipalValue {
  const version = reader.byte();
  const hash = reader.bytes(20);
  if (version > 31) throw new SerializationFailure('The serializer handled an input in an unexpected way', 'unexpected');
  const account = standardPrincipal(version, hash);
  return isContract ? contractPrincipal(account, readName(reader, isContractName)) : account;
}

function readName(reader: Reader, isName: (text: string) => boolean): string {
  const length = reader.byte();
  if (length > MAX_NAME_LENGTH) throw new SerializationFailure('String too long');
  const bytes = reader.bytes(length);
  let name = '';
  for (let at = 0; at < length; at++) name += String.fromCharCode(bytes[at] as number);
  if (!isName(name)) throw new SerializationFailure(isUtf8(bytes) ? 'Illegal Clarity string' : 'Non-UTF8 string data');
  return name;
}

/** @throws TypeFailure InvalidAsciiCharacter */
export function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (!isAsciiCharacter(byte)) throw new TypeFailure('InvalidAsciiCharacter', byte);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Letters, digits, punctuation, and Rust's ASCII white space: no vertical tab and no other control character. */
export function isAsciiCharacter(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 12 || byte === 13;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws TypeFailure InvalidUtf8Encoding, ValueTooLarge */
export function utf8Characters(bytes: Uint8Array): string[] {
  let characters: string[];
  try {
    characters = [...utf8.decode(bytes)];
  } catch {
    throw new TypeFailure('InvalidUtf8Encoding');
  }
  if (characters.length > MAX_UTF8_LENGTH) throw new TypeFailure('ValueTooLarge');
  return characters;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function expectKind(type: Type | undefined, kind: Type['kind']): void {
  if (type !== undefined && type.kind !== kind) throw unexpected();
}

function unexpected(): SerializationFailure {
  return new SerializationFailure('the value is not of the expected type');
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #length: number;

  constructor(bytes: Uint8Array, most: number) {
    this.#bytes = bytes;
    this.#length = Math.min(bytes.length, most);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, this.#length);
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  /** Returns a view, not a copy. */
  bytes(length: number): Uint8Array {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  count(): number {
    return this.#view.getUint32(this.#take(4));
  }

  /** The length of a buffer or string. */
  length(): number {
    const length = this.count();
    if (length > MAX_VALUE_SIZE) throw new TypeFailure('ValueTooLarge');
    return length;
  }

  /** Returns where the next bytes begin. */
  #take(length: number): number {
    const at = this.at;
    if (length > this.#length - at) throw new SerializationFailure('failed to fill whole buffer', 'eof');
    this.at = at + length;
    return at;
  }

  /** Returns 16 bytes as an unsigned number. */
  integer(): bigint {
    const at = this.#take(16);
    const high = this.#view.getBigUint64(at);
    const low = this.#view.getBigUint64(at + 8);
    return high === 0n ? low : (high << 64n) | low;
  }
}

import { isClarityName, isContractName } from '../../../../clarity/name-syntax.js';
import { type ClarityType, leastSupertype, typeDepth, typeOf, typeSize, UNKNOWN } from '../contract/type.js';
import { CodecError, malformed } from '../error.js';
import { parsePrefixedHex } from '../hex.js';
import type { Principal } from '../principal.js';
import { ByteReader } from '../reader.js';
import { decodeUtf8 } from '../utf8.js';
import { type ClarityValue, MAX_VALUE_SIZE, PREFIX } from './value.js';

/** How deep values may be nested where no type is expected: stacks-core's limit for transactions. */
const MAX_DEPTH = 16;
const MAX_TYPE_DEPTH = 32;
const MAX_NAME_LENGTH = 128;

/** A value with its type, which grows with it: to find it again at each level takes as long as to read all below. */
type Typed = { value: ClarityValue; type: ClarityType };

/**
 * Reads one Clarity value as stacks-core reads a transaction's arguments.
 * @throws CodecError; the message of an `invalid` one is the Rust debug form of the node's error
 */
export function readValue(reader: ByteReader): ClarityValue {
  return readTyped(reader, 1).value;
}

function readTyped(reader: ByteReader, depth: number): Typed {
  if (depth > MAX_DEPTH) throw malformed('BadTypeError(TypeSignatureTooDeep)');
  const prefix = reader.u8();
  switch (prefix) {
    case PREFIX.ok: {
      const { value, type } = readTyped(reader, depth + 1);
      return checked({ type: 'ok', value }, { kind: 'response', ok: type, err: UNKNOWN }, 'Value too large');
    }
    case PREFIX.err: {
      const { value, type } = readTyped(reader, depth + 1);
      return checked({ type: 'err', value }, { kind: 'response', ok: UNKNOWN, err: type }, 'Value too large');
    }
    case PREFIX.some: {
      const { value, type } = readTyped(reader, depth + 1);
      return checked({ type: 'some', value }, { kind: 'optional', inner: type }, 'Value too large');
    }
    case PREFIX.list:
      return readList(reader, depth);
    case PREFIX.tuple:
      return readTuple(reader, depth);
    default: {
      const value = readSimple(reader, prefix);
      return { value, type: typeOf(value) };
    }
  }
}

function readSimple(reader: ByteReader, prefix: number): ClarityValue {
  switch (prefix) {
    case PREFIX.int:
      return { type: 'int', value: BigInt.asIntN(128, reader.u128()) };
    case PREFIX.uint:
      return { type: 'uint', value: reader.u128() };
    case PREFIX.buffer:
      return { type: 'buffer', value: reader.bytes(readLength(reader)) };
    case PREFIX.true:
    case PREFIX.false:
      return { type: 'bool', value: prefix === PREFIX.true };
    case PREFIX.principal:
    case PREFIX.contract:
      return { type: 'principal', value: readPrincipalBody(reader, prefix) };
    case PREFIX.none:
      return { type: 'none' };
    case PREFIX.stringAscii:
      return readAscii(reader);
    case PREFIX.stringUtf8:
      return readUtf8(reader);
    default:
      throw failure('Bad type prefix');
  }
}

/** Parses the value in a hex text with or without 0x; undefined if the text is invalid. Like the node, ignores the rest of the text. */
export function parseValueHex(text: string): ClarityValue | undefined {
  const bytes = parsePrefixedHex(text);
  if (bytes === undefined) return undefined;
  try {
    return readValue(new ByteReader(bytes));
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** The account or contract after its prefix byte. */
export function readPrincipalBody(reader: ByteReader, prefix: number): Principal {
  const version = reader.u8();
  const hash = reader.bytes(20);
  if (version > 31) throw malformed('UnexpectedSerialization');
  return prefix === PREFIX.principal ? { version, hash } : { version, hash, contract: readName(reader, isContractName) };
}

function readList(reader: ByteReader, depth: number): Typed {
  const length = reader.u32();
  if (length > MAX_VALUE_SIZE) throw failure('Illegal list type');
  const items: ClarityValue[] = [];
  let item: ClarityType | undefined = UNKNOWN;
  for (let i = 0; i < length; i++) {
    const { value, type } = readTyped(reader, depth + 1);
    items.push(value);
    item = item && leastSupertype(item, type);
  }
  if (item === undefined) throw failure('Illegal list type');
  return checked({ type: 'list', items }, { kind: 'list', length, item }, 'Illegal list type');
}

function readTuple(reader: ByteReader, depth: number): Typed {
  const length = reader.u32();
  if (length > MAX_VALUE_SIZE) throw failure('Illegal tuple type');
  const fields = new Map<string, Typed>();
  for (let i = 0; i < length; i++) {
    const field = readName(reader, isClarityName);
    const read = readTyped(reader, depth + 1);
    if (fields.has(field)) throw failure('Illegal tuple type');
    fields.set(field, read);
  }
  if (fields.size === 0) throw failure('Illegal tuple type');
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return checked(
    { type: 'tuple', fields: sorted.map(([name, { value }]) => [name, value]) },
    { kind: 'tuple', fields: sorted.map(([name, { type }]) => [name, type]) },
    'Illegal tuple type',
  );
}

function readAscii(reader: ByteReader): ClarityValue {
  const value = reader.bytes(readLength(reader));
  // the node takes what Rust calls ASCII alphanumeric, punctuation or white space
  if (!value.every((byte) => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d)) {
    throw failure('Bad string');
  }
  return { type: 'string-ascii', value };
}

function readUtf8(reader: ByteReader): ClarityValue {
  const bytes = reader.bytes(readLength(reader));
  const value = bytes.toString('utf8');
  if (!Buffer.from(value, 'utf8').equals(bytes)) throw failure('Illegal string_utf8 type');
  return { type: 'string-utf8', value };
}

function readName(reader: ByteReader, allowed: (text: string) => boolean): string {
  const length = reader.u8();
  if (length > MAX_NAME_LENGTH) throw failure('String too long');
  const text = decodeUtf8(reader.bytes(length));
  if (text === undefined) throw failure('Non-UTF8 string data');
  if (!allowed(text)) throw failure('Illegal Clarity string');
  return text;
}

function readLength(reader: ByteReader): number {
  const length = reader.u32();
  if (length > MAX_VALUE_SIZE) throw malformed('BadTypeError(ValueTooLarge)');
  return length;
}

/** Refuses a compound if the node cannot build its type: too large or too deep. */
function checked(value: ClarityValue, type: ClarityType, message: string): Typed {
  const size = typeSize(type);
  if (size === undefined || size > MAX_VALUE_SIZE || typeDepth(type) > MAX_TYPE_DEPTH) throw failure(message);
  return { value, type };
}

function failure(message: string): CodecError {
  return malformed(`DeserializationFailure("${message}")`);
}

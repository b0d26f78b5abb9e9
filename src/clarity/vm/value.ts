import { invalid, messageOf } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { bytesOfHex, hexOf } from '../bytes.js';
import { Failure } from '../failure.js';
import { isClarityName } from '../name-syntax.js';
import type { ClarityValue } from '../stacks-js.js';
import { boolOf, errOf, listOfDerived, okOf, someOf, tupleOfEntries } from '../values/construct.js';
import { asciiText, deserialize, SerializationFailure, utf8Characters } from '../values/deserialize.js';
import { displayValue } from '../values/display.js';
import { parsePrincipal } from '../values/principal.js';
import { serialize } from '../values/serialize.js';
import { AsciiValue, BufferValue, IntValue, NONE, type PrincipalValue, UIntValue, Utf8Value, type Value } from '../values/value.js';

/** A value as `Cl` of stacks.js makes it, or its consensus serialization as hex, with or without 0x. */
export type ClarityInput = ClarityValue | string;

/** The plain objects of stacks.js: its types name the kinds by an enum, whose values are these words. */
type PlainValue =
  | { readonly type: 'int' | 'uint'; readonly value: bigint | number | string }
  | { readonly type: 'buffer' | 'address' | 'contract' | 'ascii' | 'utf8'; readonly value: string }
  | { readonly type: 'true' | 'false' | 'none' }
  | { readonly type: 'some' | 'ok' | 'err'; readonly value: PlainValue }
  | { readonly type: 'list'; readonly value: readonly PlainValue[] }
  | { readonly type: 'tuple'; readonly value: Readonly<Record<string, PlainValue>> };

/**
 * Returns a value as the VM has it.
 * @param field what the value is, for the message of the error
 * @throws DevnetError INVALID_INPUT for what is no Clarity value, such as `uint` −1, or exceeds 1 MiB or a depth of 32
 */
export function readValue(input: ClarityInput, field: string): Value {
  try {
    return typeof input === 'string' ? readHex(input) : fromPlain(input as unknown as PlainValue);
  } catch (error) {
    const reason = error instanceof Failure || error instanceof SerializationFailure || error instanceof RangeError;
    const hint = reason ? `The reason: ${messageOf(error)}` : undefined;
    throw invalid(field, 'a Clarity value: made by Cl of stacks.js, or its serialization as hex', input, hint);
  }
}

function readHex(hex: string): Value {
  const bytes = bytesOfHex(without0x(hex));
  if (bytes === undefined) throw new RangeError('it is not hex');
  const { value, length } = deserialize(bytes);
  if (length !== bytes.length) throw new RangeError(`bytes follow the value, which ends after ${length}`);
  return value;
}

const LIMITS = { int: [-(2n ** 127n), 2n ** 127n - 1n], uint: [0n, 2n ** 128n - 1n] } as const;

function fromPlain(plain: PlainValue): Value {
  switch (plain.type) {
    case 'int':
      return new IntValue(readInteger(plain.type, plain.value));
    case 'uint':
      return new UIntValue(readInteger(plain.type, plain.value));
    case 'true':
    case 'false':
      return boolOf(plain.type === 'true');
    case 'buffer':
      return new BufferValue(readBytes(plain.value));
    case 'ascii':
      return new AsciiValue(asciiText(utf8.encode(plain.value)));
    case 'utf8':
      return new Utf8Value(utf8Characters(encodeUtf8(plain.value)));
    case 'address':
    case 'contract':
      return parsePrincipal(plain.value);
    case 'none':
      return NONE;
    case 'some':
      return someOf(fromPlain(plain.value));
    case 'ok':
      return okOf(fromPlain(plain.value));
    case 'err':
      return errOf(fromPlain(plain.value));
    case 'list':
      return listOfDerived(plain.value.map(fromPlain));
    case 'tuple':
      return tupleOfEntries(Object.entries(plain.value).map(([name, value]) => [readFieldName(name), fromPlain(value)]));
    default:
      throw new RangeError(`its type is ${String((plain as { type?: unknown }).type)}`);
  }
}

function readInteger(type: 'int' | 'uint', given: bigint | number | string): bigint {
  let value: bigint;
  try {
    value = BigInt(given);
  } catch {
    throw new RangeError(`${type} ${given} is not a whole number`);
  }
  const [least, most] = LIMITS[type];
  if (value < least || value > most) throw new RangeError(`${type} ${given} does not fit into 128 bits`);
  return value;
}

function readBytes(hex: string): Uint8Array {
  const bytes = bytesOfHex(without0x(hex));
  if (bytes === undefined) throw new RangeError('a buffer is not hex');
  return bytes;
}

function readFieldName(name: string): string {
  if (!isClarityName(name)) throw new RangeError(`${JSON.stringify(name)} cannot name a field`);
  return name;
}

/** The encoder would replace half of a pair. */
function encodeUtf8(text: string): Uint8Array {
  if (/\p{Surrogate}/u.test(text)) throw new RangeError('a text has half of a surrogate pair');
  return utf8.encode(text);
}

const utf8 = new TextEncoder();

/** Returns a value as stacks.js has it. */
export function toClarityValue(value: Value): ClarityValue {
  return toPlain(value) as unknown as ClarityValue;
}

function toPlain(value: Value): PlainValue {
  switch (value.kind) {
    case 'int':
    case 'uint':
      return { type: value.kind, value: value.value };
    case 'bool':
      return { type: value.value ? 'true' : 'false' };
    case 'buffer':
      return { type: 'buffer', value: hexOf(value.bytes) };
    case 'ascii':
      return { type: 'ascii', value: value.text };
    case 'utf8':
      return { type: 'utf8', value: value.characters.join('') };
    case 'principal':
      return { type: value.name === undefined ? 'address' : 'contract', value: value.text };
    case 'callable':
      return { type: 'contract', value: value.contract.text };
    case 'optional':
      return value.value === undefined ? { type: 'none' } : { type: 'some', value: toPlain(value.value) };
    case 'response':
      return { type: value.isOk ? 'ok' : 'err', value: toPlain(value.value) };
    case 'list':
      return { type: 'list', value: value.items.map(toPlain) };
    case 'tuple':
      return { type: 'tuple', value: Object.fromEntries(value.fields.names.map((name, at) => [name, toPlain(value.values[at] as Value)])) };
  }
}

/**
 * Returns the consensus serialization of a value (SIP-005) as hex without 0x.
 * @throws DevnetError INVALID_INPUT
 */
export function serializeValue(value: ClarityInput): string {
  return hexOf(serialize(readValue(value, 'value')));
}

/**
 * Returns the value of a consensus serialization.
 * @param hex with or without 0x
 * @throws DevnetError INVALID_INPUT
 */
export function deserializeValue(hex: string): ClarityValue {
  return toClarityValue(readValue(hex, 'hex'));
}

/**
 * Returns a value as a node writes it: `(ok u1)`, `(tuple (id u7))`, `"text"`.
 * @throws DevnetError INVALID_INPUT
 */
export function formatValue(value: ClarityInput): string {
  return displayValue(readValue(value, 'value'));
}

/**
 * Reads an address such as `ST…`, or with a dot and a name the id of a contract.
 * @throws DevnetError INVALID_INPUT
 */
export function readPrincipal(text: string, field: string): PrincipalValue {
  try {
    return parsePrincipal(text);
  } catch (error) {
    throw invalid(field, 'a Stacks address, or ADDRESS.NAME of a contract', text, messageOf(error));
  }
}

/**
 * Reads the id of a contract, such as `ST….counter`.
 * @throws DevnetError INVALID_INPUT
 */
export function readContractId(text: string, field = 'contract'): PrincipalValue & { readonly name: string } {
  const id = readPrincipal(text, field);
  if (id.name === undefined) throw invalid(field, 'the id of a contract, ADDRESS.NAME', text);
  return id as PrincipalValue & { readonly name: string };
}

import { addressHint } from '../../../base/address-hint.js';
import { isHexBytes } from '../../../base/hex-digits.js';
import { isBytes } from '../../../base/is-bytes.js';
import { isRecord } from '../../../base/json.js';
import { unknownName } from '../../../base/unknown-name.js';
import { isTraitType, type Type } from '../../../clarity/types.js';
import {
  AsciiValue,
  BufferValue,
  boolOf,
  findPrincipal,
  IntValue,
  listOfDerived,
  NONE,
  responseOf,
  someOf,
  tupleOfEntries,
  UIntValue,
  Utf8Value,
  type Value,
} from '../../../clarity/values.js';
import { checkClarity } from './check-clarity.js';
import { literalValue } from './literal.js';
import { stacksJsValue } from './stacks-js-value.js';
import { type Place, wrongValue } from './wrong-value.js';

type TypeOf<Kind extends Type['kind']> = { path: string; type: Extract<Type, { kind: Kind }> };

const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;

/**
 * Converts a JavaScript value, a literal of `clarity` or a value of stacks.js to a Clarity value of a type.
 * @param path what error messages call the value, for example `orders[1].price`
 * @throws DevnetError INVALID_INPUT naming the path, the type and the value
 */
export function toClarity(value: unknown, type: Type, path: string): Value {
  const place = { path, type };
  const literal = literalValue(value) ?? (hasFieldNamedType(type) ? undefined : stacksJsValue(value));
  if (literal !== undefined) return checkClarity(literal, place);
  switch (type.kind) {
    case 'int':
    case 'uint':
      return type.kind === 'int' ? new IntValue(toInteger(value, place)) : new UIntValue(toInteger(value, place));
    case 'bool':
      if (typeof value !== 'boolean') throw wrongValue(place, value, 'true or false');
      return boolOf(value);
    case 'principal':
    case 'callable':
      return toPrincipal(value, place);
    case 'buffer':
      return new BufferValue(toBytes(value, { path, type }));
    case 'ascii':
    case 'utf8':
      return toText(value, { path, type });
    case 'optional':
      return value === undefined || value === null ? NONE : someOf(toClarity(value, type.inner, path));
    case 'response':
      return toResponse(value, { path, type });
    case 'list':
      return toList(value, { path, type });
    case 'tuple':
      return toTuple(value, { path, type });
    default:
      throw wrongValue(place, value, 'no value has this type');
  }
}

/** An object with `type` and `value` may be such a tuple, too. */
function hasFieldNamedType(type: Type): boolean {
  return type.kind === 'tuple' && type.fields.names.includes('type');
}

function toInteger(value: unknown, place: Place): bigint {
  const [least, most, range] = place.type.kind === 'uint' ? [0n, MAX_UINT, '0 to 2^128-1'] : [-MAX_INT - 1n, MAX_INT, '-2^127 to 2^127-1'];
  const detail = `a bigint from ${range}`;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
    const hint = typeof value === 'number' ? 'A number must be whole and at most 2^53-1.' : isDigits ? `Write ${value}n.` : undefined;
    throw wrongValue(place, value, detail, hint);
  }
  const integer = BigInt(value as bigint | number);
  if (integer < least || integer > most) throw wrongValue(place, value, detail);
  return integer;
}

function toPrincipal(value: unknown, place: Place): Value {
  const isTrait = isTraitType(place.type);
  const detail = isTrait ? 'a contract such as ST….name' : 'an address such as ST…, or a contract such as ST….name';
  const principal = typeof value === 'string' ? findPrincipal(value) : undefined;
  // The parser reads look-alikes and lower case, too; what arrives here is to be copied, not guessed.
  if (principal === undefined || principal.text !== value) throw wrongValue(place, value, detail, addressHint(value, 'stx'));
  if (isTrait && principal.name === undefined) {
    throw wrongValue(place, value, detail, 'This is an account. A trait takes a contract.');
  }
  return principal;
}

function toBytes(value: unknown, place: TypeOf<'buffer'>): Uint8Array {
  const most = place.type.length;
  const detail = `a Uint8Array or hex with 0x, at most ${most} bytes`;
  const isHex = typeof value === 'string' && /^0x/i.test(value) && isHexBytes(value.slice(2));
  if (!isHex && !isBytes(value)) {
    throw wrongValue(place, value, detail, typeof value === 'string' ? 'For text, write new TextEncoder().encode(text).' : undefined);
  }
  const bytes = isHex ? Buffer.from(value.slice(2), 'hex') : Uint8Array.from(value as Uint8Array);
  if (bytes.length > most) throw wrongValue(place, bytes, detail);
  return bytes;
}

function toText(value: unknown, place: TypeOf<'ascii' | 'utf8'>): Value {
  const { kind, length: most } = place.type;
  const detail = `a string of at most ${most} ${kind === 'ascii' ? 'ASCII ' : ''}characters`;
  if (typeof value !== 'string') throw wrongValue(place, value, detail);
  const characters = [...value];
  if (characters.length > most) throw wrongValue(place, value, detail, `It has ${characters.length} characters.`);
  if (kind !== 'ascii') {
    if (Buffer.from(value, 'utf8').toString('utf8') !== value) throw wrongValue(place, value, detail, 'It has half of a surrogate pair.');
    return new Utf8Value(characters);
  }
  const wrong = characters.findIndex((character) => !/^[\t\n\f\r\x20-\x7e]$/.test(character));
  if (wrong >= 0) throw wrongValue(place, value, detail, `Character ${wrong + 1} is not printable ASCII.`);
  return new AsciiValue(value);
}

function toResponse(value: unknown, { path, type }: TypeOf<'response'>): Value {
  const [[side, inner] = [], ...others] = isRecord(value) ? Object.entries(value).filter(([, given]) => given !== undefined) : [];
  if ((side !== 'ok' && side !== 'err') || others.length > 0) throw wrongValue({ path, type }, value, '{ ok: … } or { err: … }');
  return responseOf(side === 'ok', toClarity(inner, type[side], `${path}.${side}`));
}

function toList(value: unknown, { path, type }: TypeOf<'list'>): Value {
  if (!Array.isArray(value) || value.length > type.maxLength) {
    throw wrongValue({ path, type }, value, `an array of at most ${type.maxLength} elements`);
  }
  return listOfDerived(Array.from(value, (item: unknown, index) => toClarity(item, type.entry, `${path}[${index}]`)));
}

function toTuple(value: unknown, { path, type }: TypeOf<'tuple'>): Value {
  const { names } = type.fields;
  if (!isRecord(value) || isBytes(value)) {
    throw wrongValue({ path, type }, value, `an object with ${names.join(', ')}`);
  }
  checkNames(value, names, path);
  const fields = names.map((name, at): [string, Value] => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    return [name, toClarity(given, type.types[at] as Type, `${path}.${name}`)];
  });
  return tupleOfEntries(fields);
}

/** @throws DevnetError INVALID_INPUT for a key that is no field */
function checkNames(value: object, names: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const known = names.map((name) => `${path}.${name}`);
  throw unknownName(`${path}.${unknown}`, 'field', known, `The fields are ${names.join(', ')}.`);
}

import { bytesOfLatin1, hexOf } from '../bytes.js';
import type { PrincipalValue, Value } from './value.js';

/** The first byte of a serialized value (SIP-005, "Clarity Value Representation"). */
export const PREFIX = {
  int: 0,
  uint: 1,
  buffer: 2,
  true: 3,
  false: 4,
  principal: 5,
  contract: 6,
  ok: 7,
  err: 8,
  none: 9,
  some: 10,
  list: 11,
  tuple: 12,
  ascii: 13,
  utf8: 14,
} as const;

const utf8 = new TextEncoder();

/** Returns the consensus serialization of a value (SIP-005). */
export function serialize(value: Value): Uint8Array {
  const bytes = new Uint8Array(serializedSize(value));
  const end = write(bytes, 0, value);
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}

/** Returns the same as hex without 0x. */
export function serializedHex(value: Value): string {
  return hexOf(serialize(value));
}

/** Returns how many bytes {@link serialize} gives. */
export function serializedSize(value: Value): number {
  switch (value.kind) {
    case 'int':
    case 'uint':
      return 17;
    case 'bool':
      return 1;
    case 'buffer':
      return 5 + value.bytes.length;
    case 'ascii':
      return 5 + value.text.length;
    case 'utf8':
      return value.characters.reduce((sum, character) => sum + utf8Length(character), 5);
    case 'list':
      return value.items.reduce((sum, item) => sum + serializedSize(item), 5);
    case 'tuple': {
      let size = 5 + value.fields.bytes + value.values.length;
      for (const field of value.values) size += serializedSize(field);
      return size;
    }
    case 'optional':
      return value.value === undefined ? 1 : 1 + serializedSize(value.value);
    case 'response':
      return 1 + serializedSize(value.value);
    case 'principal':
      return sizeOfPrincipal(value);
    case 'callable':
      return sizeOfPrincipal(value.contract);
  }
}

function sizeOfPrincipal({ name }: PrincipalValue): number {
  return name === undefined ? 22 : 23 + name.length;
}

function utf8Length(character: string): number {
  const point = character.codePointAt(0) as number;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Writes a value and returns where it ends. */
function write(to: Uint8Array, at: number, value: Value): number {
  switch (value.kind) {
    case 'int':
    case 'uint':
      to[at] = PREFIX[value.kind];
      return writeInteger(to, at + 1, value.value);
    case 'bool':
      to[at] = value.value ? PREFIX.true : PREFIX.false;
      return at + 1;
    case 'buffer':
      return writeBytes(to, at, PREFIX.buffer, value.bytes);
    case 'ascii':
      return writeBytes(to, at, PREFIX.ascii, bytesOfLatin1(value.text));
    case 'utf8':
      return writeBytes(to, at, PREFIX.utf8, utf8.encode(value.characters.join('')));
    case 'list': {
      let end = writeCount(to, at, PREFIX.list, value.items.length);
      for (const item of value.items) end = write(to, end, item);
      return end;
    }
    case 'tuple': {
      let end = writeCount(to, at, PREFIX.tuple, value.values.length);
      for (let field = 0; field < value.values.length; field++) {
        end = writeName(to, end, value.fields.names[field] as string);
        end = write(to, end, value.values[field] as Value);
      }
      return end;
    }
    case 'optional':
      to[at] = value.value === undefined ? PREFIX.none : PREFIX.some;
      return value.value === undefined ? at + 1 : write(to, at + 1, value.value);
    case 'response':
      to[at] = value.isOk ? PREFIX.ok : PREFIX.err;
      return write(to, at + 1, value.value);
    case 'principal':
      return writePrincipal(to, at, value);
    case 'callable':
      return writePrincipal(to, at, value.contract);
  }
}

function writeInteger(to: Uint8Array, at: number, value: bigint): number {
  const view = new DataView(to.buffer, to.byteOffset);
  view.setBigUint64(at, BigInt.asUintN(64, value >> 64n));
  view.setBigUint64(at + 8, BigInt.asUintN(64, value));
  return at + 16;
}

function writeCount(to: Uint8Array, at: number, prefix: number, count: number): number {
  to[at] = prefix;
  new DataView(to.buffer, to.byteOffset).setUint32(at + 1, count);
  return at + 5;
}

function writeBytes(to: Uint8Array, at: number, prefix: number, bytes: Uint8Array): number {
  const start = writeCount(to, at, prefix, bytes.length);
  to.set(bytes, start);
  return start + bytes.length;
}

function writePrincipal(to: Uint8Array, at: number, { id, name }: PrincipalValue): number {
  to[at] = name === undefined ? PREFIX.principal : PREFIX.contract;
  const end = writeText(to, at + 1, id, 21);
  return name === undefined ? end : writeName(to, end, name);
}

function writeName(to: Uint8Array, at: number, name: string): number {
  to[at] = name.length;
  return writeText(to, at + 1, name, name.length);
}

function writeText(to: Uint8Array, at: number, text: string, length: number): number {
  for (let offset = 0; offset < length; offset++) to[at + offset] = text.charCodeAt(offset);
  return at + length;
}

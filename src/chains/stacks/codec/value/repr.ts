import { formatPrincipal } from '../principal.js';
import type { ClarityValue } from './value.js';

/** A value as the node prints it (Rust's `Display`), for example `(tuple (a u1) (b 0xff))`; it is what `/v3/transaction` shows. */
export function repr(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${Buffer.from(value.value).toString('hex')}`;
    case 'string-ascii':
      return `"${[...value.value].map(escapeByte).join('')}"`;
    case 'string-utf8':
      return `u"${[...value.value].map(escapeCharacter).join('')}"`;
    case 'principal':
      return formatPrincipal(value.value);
    case 'none':
      return 'none';
    case 'some':
    case 'ok':
    case 'err':
      return `(${value.type} ${repr(value.value)})`;
    case 'list':
      return `(${value.items.map(repr).join(' ')})`;
    case 'tuple':
      return `(tuple${value.fields.map(([name, inner]) => ` (${name} ${repr(inner)})`).join('')})`;
  }
}

const ESCAPES = new Map([
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x22, '\\"'],
  [0x27, "\\'"],
  [0x5c, '\\\\'],
]);

/** Rust's `ascii::escape_default`. */
function escapeByte(byte: number): string {
  const escaped = ESCAPES.get(byte);
  if (escaped !== undefined) return escaped;
  return byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}

/** Characters beyond ASCII show the hex of their UTF-8 bytes. */
function escapeCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8');
  return bytes.length > 1 ? `\\u{${bytes.toString('hex')}}` : escapeByte(bytes[0] ?? 0);
}

import { formatValue, type ValueStyle } from './format-value.js';
import type { ClarityValue } from './value.js';

/** How a node prints values: Rust's `Display`. */
export const NODE_STYLE: ValueStyle = {
  principal: (text) => text,
  ascii: (bytes) => [...bytes].map(escapeByte).join(''),
  utf8: (text) => [...text].map(escapeCharacter).join(''),
  list: (items) => `(${items.join(' ')})`,
  tuple: (fields) => `(tuple${fields.map(([name, value]) => ` (${name} ${value})`).join('')})`,
};

/** A value as the node prints it, for example `(tuple (a u1) (b 0xff))`; it is what `/v3/transaction` shows. */
export function repr(value: ClarityValue): string {
  return formatValue(value, NODE_STYLE);
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

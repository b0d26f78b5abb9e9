import { hexOf } from '../bytes.js';
import { displayTrait } from '../types/display.js';
import type { Value } from './value.js';

/** The text of a value, as `repr` and printed events show it (`Display` of `Value`, clarity-types/src/types/mod.rs). */
export function displayValue(value: Value): string {
  switch (value.kind) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${hexOf(value.bytes)}`;
    case 'ascii':
      return `"${escapeAscii(value.text)}"`;
    case 'utf8':
      return `u"${value.characters.map(displayCharacter).join('')}"`;
    case 'list':
      return `(${value.items.map(displayValue).join(' ')})`;
    case 'tuple':
      return `(tuple${value.fields.names.map((name, at) => ` (${name} ${displayValue(value.values[at] as Value)})`).join('')})`;
    case 'optional':
      return value.value === undefined ? 'none' : `(some ${displayValue(value.value)})`;
    case 'response':
      return `(${value.isOk ? 'ok' : 'err'} ${displayValue(value.value)})`;
    case 'principal':
      return value.text;
    case 'callable':
      return value.trait === undefined ? value.contract.text : `(${value.contract.text} as <${displayTrait(value.trait)}>)`;
  }
}

const utf8 = new TextEncoder();

/** Characters beyond ASCII appear as the hex of their UTF-8 bytes. */
function displayCharacter(character: string): string {
  const bytes = utf8.encode(character);
  return bytes.length === 1 ? escapeAscii(character) : `\\u{${hexOf(bytes)}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '"': '\\"', '\\': '\\\\' };

/** Escapes as Rust's `std::ascii::escape_default`. */
function escapeAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]|['"\\]/g, (char) => ESCAPES[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

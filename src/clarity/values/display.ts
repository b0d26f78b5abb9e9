import { hexOf } from '../bytes.js';
import { displayTrait } from '../types/display.js';
import type { Value } from './value.js';

/** The parts of a written value in which nodes, the Stacks API and sources of Clarity differ. */
export type ValueStyle = {
  principal(text: string): string;
  /** Without the quotes. */
  ascii(text: string): string;
  /** Without the quotes. */
  utf8(characters: readonly string[]): string;
  list(items: readonly string[]): string;
  tuple(fields: readonly (readonly [name: string, value: string])[]): string;
};

/** How a node prints values: `Display` of `Value`, clarity-types/src/types/mod.rs. */
export const NODE_STYLE: ValueStyle = {
  principal: (text) => text,
  ascii: escapeAscii,
  utf8: (characters) => characters.map(displayCharacter).join(''),
  list: (items) => `(${items.join(' ')})`,
  tuple: (fields) => `(tuple${fields.map(([name, value]) => ` (${name} ${value})`).join('')})`,
};

const SOURCE_STYLE: ValueStyle = {
  principal: (text) => `'${text}`,
  ascii: escapeSource,
  utf8: (characters) => escapeSource(characters.join('')),
  list: (items) => `(${['list', ...items].join(' ')})`,
  tuple: (fields) => `{${fields.map(([name, value]) => `${name}: ${value}`).join(', ')}}`,
};

/** Returns the text of a value, as `repr` and printed events show it, for example `(tuple (a u1) (b 0xff))`. */
export function displayValue(value: Value): string {
  return formatValue(value, NODE_STYLE);
}

/** Returns a value in the syntax of Clarity's sources, which `parseClarity` reads. */
export function clarityText(value: Value): string {
  return formatValue(value, SOURCE_STYLE);
}

/** Returns the text of a value in a style. */
export function formatValue(value: Value, style: ValueStyle): string {
  switch (value.kind) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${hexOf(value.bytes)}`;
    case 'ascii':
      return `"${style.ascii(value.text)}"`;
    case 'utf8':
      return `u"${style.utf8(value.characters)}"`;
    case 'list':
      return style.list(value.items.map((item) => formatValue(item, style)));
    case 'tuple':
      return style.tuple(value.fields.names.map((name, at) => [name, formatValue(value.values[at] as Value, style)]));
    case 'optional':
      return value.value === undefined ? 'none' : `(some ${formatValue(value.value, style)})`;
    case 'response':
      return `(${value.isOk ? 'ok' : 'err'} ${formatValue(value.value, style)})`;
    case 'principal':
      return style.principal(value.text);
    case 'callable':
      return value.trait === undefined
        ? style.principal(value.contract.text)
        : `(${value.contract.text} as <${displayTrait(value.trait)}>)`;
  }
}

const utf8 = new TextEncoder();

/** Characters beyond ASCII appear as the hex of their UTF-8 bytes. */
function displayCharacter(character: string): string {
  return character < '\x80' ? escapeAscii(character) : `\\u{${hexOf(utf8.encode(character))}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '"': '\\"', '\\': '\\\\' };

/** Escapes as Rust's `std::ascii::escape_default`. */
function escapeAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]|['"\\]/g, (char) => ESCAPES[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Control characters, which would change a terminal, become code points. */
function escapeSource(text: string): string {
  return text.replace(/["\\\p{Cc}\p{Cf}]/gu, (char) => SOURCE_ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

const SOURCE_ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

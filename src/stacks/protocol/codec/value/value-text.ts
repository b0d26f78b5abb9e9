import { formatValue, type ValueStyle } from './format-value.js';
import type { ClarityValue } from './value.js';

const SOURCE_STYLE: ValueStyle = {
  principal: (text) => `'${text}`,
  ascii: (bytes) => escaped(Buffer.from(bytes).toString('latin1')),
  utf8: escaped,
  list: (items) => `(${['list', ...items].join(' ')})`,
  tuple: (fields) => `{${fields.map(([name, value]) => `${name}: ${value}`).join(', ')}}`,
};

/** Writes a value in the syntax of Clarity's sources, which `parseClarity` reads. */
export function clarityText(value: ClarityValue): string {
  return formatValue(value, SOURCE_STYLE);
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** Control characters, which would change a terminal, become code points. */
function escaped(text: string): string {
  return text.replace(/["\\\p{Cc}\p{Cf}]/gu, (character) => ESCAPES[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

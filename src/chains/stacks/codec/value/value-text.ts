import { formatPrincipal } from '../principal.js';
import type { ClarityValue } from './value.js';

/** Writes a value in the syntax of Clarity's sources, which `parseClarity` reads. It differs from the node's in principals, lists, tuples and text. */
export function clarityText(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${Buffer.from(value.value).toString('hex')}`;
    case 'string-ascii':
      return `"${escaped(Buffer.from(value.value).toString('latin1'))}"`;
    case 'string-utf8':
      return `u"${escaped(value.value)}"`;
    case 'principal':
      return `'${formatPrincipal(value.value)}`;
    case 'none':
      return 'none';
    case 'some':
    case 'ok':
    case 'err':
      return `(${value.type} ${clarityText(value.value)})`;
    case 'list':
      return `(${['list', ...value.items.map(clarityText)].join(' ')})`;
    case 'tuple':
      return `{${value.fields.map(([name, inner]) => `${name}: ${clarityText(inner)}`).join(', ')}}`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** Control characters, which would change a terminal, become code points. */
function escaped(text: string): string {
  return text.replace(/["\\\p{Cc}\p{Cf}]/gu, (character) => ESCAPES[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

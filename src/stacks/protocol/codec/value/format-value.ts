import { formatPrincipal } from '../principal.js';
import type { ClarityValue } from './value.js';

/** The parts of a written value in which nodes, the Stacks API and sources of Clarity differ. */
export type ValueStyle = {
  principal(text: string): string;
  /** Without the quotes. */
  ascii(bytes: Uint8Array): string;
  /** Without the quotes. */
  utf8(text: string): string;
  list(items: string[]): string;
  tuple(fields: (readonly [name: string, value: string])[]): string;
};

/** Writes a value as text in the given style. */
export function formatValue(value: ClarityValue, style: ValueStyle): string {
  switch (value.type) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${Buffer.from(value.value).toString('hex')}`;
    case 'string-ascii':
      return `"${style.ascii(value.value)}"`;
    case 'string-utf8':
      return `u"${style.utf8(value.value)}"`;
    case 'principal':
      return style.principal(formatPrincipal(value.value));
    case 'none':
      return 'none';
    case 'some':
    case 'ok':
    case 'err':
      return `(${value.type} ${formatValue(value.value, style)})`;
    case 'list':
      return style.list(value.items.map((item) => formatValue(item, style)));
    case 'tuple':
      return style.tuple(value.fields.map(([name, inner]) => [name, formatValue(inner, style)]));
  }
}

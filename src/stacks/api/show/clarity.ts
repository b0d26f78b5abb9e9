import { with0x, without0x } from '../../../base/hex.js';
import { ByteReader } from '../../protocol/codec/reader.js';
import { formatValue, type ValueStyle } from '../../protocol/codec/value/format-value.js';
import { NODE_STYLE } from '../../protocol/codec/value/repr.js';
import type { ClarityValue } from '../../protocol/codec/value/value.js';
import { readValue } from '../../protocol/codec/value/value-reader.js';

const API_STYLE: ValueStyle = {
  ...NODE_STYLE,
  principal: (text) => `'${text}`,
  list: (items) => `(${['list', ...items].join(' ')})`,
};

/** A value as the API writes it: as a node does, but principals with a quote and lists by name. */
export function apiRepr(value: ClarityValue): string {
  return formatValue(value, API_STYLE);
}

/** A serialized Clarity value as hex and in words. @param hex with 0x or without */
export function showValue(hex: string): { hex: string; repr: string } {
  return { hex: with0x(hex), repr: apiRepr(parseHex(hex)) };
}

function parseHex(hex: string): ClarityValue {
  return readValue(new ByteReader(Buffer.from(without0x(hex), 'hex')));
}

/** The smallest type that has the value: the API shows it where it does not read the contract's interface. */
export function typeOfValue(value: ClarityValue): string {
  switch (value.type) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return value.type;
    case 'buffer':
      return `(buff ${value.value.length})`;
    case 'string-ascii':
      return `(string-ascii ${value.value.length})`;
    case 'string-utf8':
      // Each character may take four bytes.
      return `(string-utf8 ${[...value.value].length * 4})`;
    case 'none':
      return '(optional UnknownType)';
    case 'some':
      return `(optional ${typeOfValue(value.value)})`;
    case 'ok':
      return `(response ${typeOfValue(value.value)} UnknownType)`;
    case 'err':
      return `(response UnknownType ${typeOfValue(value.value)})`;
    case 'list': {
      const [first] = value.items;
      return `(list ${value.items.length} ${first === undefined ? 'UnknownType' : typeOfValue(first)})`;
    }
    case 'tuple':
      return `(tuple${value.fields.map(([name, inner]) => ` (${name} ${typeOfValue(inner)})`).join('')})`;
  }
}

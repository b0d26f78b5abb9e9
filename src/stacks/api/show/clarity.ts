import { with0x, without0x } from '../../../base/hex.js';
import { bytesOfHex } from '../../../clarity/bytes.js';
import { deserialize, entriesOfTuple, formatValue, NODE_STYLE, type Value, type ValueStyle } from '../../../clarity/values.js';

const API_STYLE: ValueStyle = {
  ...NODE_STYLE,
  principal: (text) => `'${text}`,
  list: (items) => `(${['list', ...items].join(' ')})`,
};

/** A value as the API writes it: as a node does, but principals with a quote and lists by name. */
export function apiRepr(value: Value): string {
  return formatValue(value, API_STYLE);
}

/** A serialized Clarity value as hex and in words. @param hex with 0x or without */
export function showValue(hex: string): { hex: string; repr: string } {
  return { hex: with0x(hex), repr: apiRepr(parseHex(hex)) };
}

function parseHex(hex: string): Value {
  return deserialize(bytesOfHex(without0x(hex)) ?? new Uint8Array()).value;
}

/** The smallest type that has the value: the API shows it where it does not read the contract's interface. */
export function typeOfValue(value: Value): string {
  switch (value.kind) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return value.kind;
    case 'callable':
      return 'principal';
    case 'buffer':
      return `(buff ${value.bytes.length})`;
    case 'ascii':
      return `(string-ascii ${value.text.length})`;
    case 'utf8':
      // Each character may take four bytes.
      return `(string-utf8 ${value.characters.length * 4})`;
    case 'optional':
      return `(optional ${value.value === undefined ? 'UnknownType' : typeOfValue(value.value)})`;
    case 'response': {
      const type = typeOfValue(value.value);
      return value.isOk ? `(response ${type} UnknownType)` : `(response UnknownType ${type})`;
    }
    case 'list': {
      const [first] = value.items;
      return `(list ${value.items.length} ${first === undefined ? 'UnknownType' : typeOfValue(first)})`;
    }
    case 'tuple':
      return `(tuple${entriesOfTuple(value)
        .map(([name, inner]) => ` (${name} ${typeOfValue(inner)})`)
        .join('')})`;
  }
}

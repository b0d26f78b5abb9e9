import { formatPrincipal } from '../principal.js';
import type { ClarityValue } from './value.js';

/** A Clarity value as JSON. */
export type PlainValue = string | boolean | null | PlainValue[] | { [name: string]: PlainValue };

/**
 * Converts a value to JSON: tuples are objects, lists arrays, `none` is null, `(some x)` is x, and a response is `{ok}` or `{err}`. As in
 * the
 * Stacks API, numbers are decimal digits and buffers are hex with 0x.
 */
export function plainValue(value: ClarityValue): PlainValue {
  switch (value.type) {
    case 'int':
    case 'uint':
      return `${value.value}`;
    case 'bool':
      return value.value;
    case 'buffer':
      return `0x${Buffer.from(value.value).toString('hex')}`;
    case 'string-ascii':
      return Buffer.from(value.value).toString('latin1');
    case 'string-utf8':
      return value.value;
    case 'principal':
      return formatPrincipal(value.value);
    case 'none':
      return null;
    case 'some':
      return plainValue(value.value);
    case 'ok':
    case 'err':
      return { [value.type]: plainValue(value.value) };
    case 'list':
      return value.items.map(plainValue);
    case 'tuple':
      return Object.fromEntries(value.fields.map(([name, inner]) => [name, plainValue(inner)]));
  }
}

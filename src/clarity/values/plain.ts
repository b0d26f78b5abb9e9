import { hexOf } from '../bytes.js';
import type { Value } from './value.js';

/** A Clarity value as JSON. */
export type PlainValue = string | boolean | null | PlainValue[] | { [name: string]: PlainValue };

/**
 * Converts a value to JSON: tuples are objects, lists arrays, `none` is null, `(some x)` is x, and a response is `{ok}` or `{err}`. As in
 * the Stacks API, numbers are decimal digits and buffers are hex with 0x.
 */
export function plainValue(value: Value): PlainValue {
  switch (value.kind) {
    case 'int':
    case 'uint':
      return `${value.value}`;
    case 'bool':
      return value.value;
    case 'buffer':
      return `0x${hexOf(value.bytes)}`;
    case 'ascii':
      return value.text;
    case 'utf8':
      return value.characters.join('');
    case 'principal':
      return value.text;
    case 'callable':
      return value.contract.text;
    case 'optional':
      return value.value === undefined ? null : plainValue(value.value);
    case 'response':
      return { [value.isOk ? 'ok' : 'err']: plainValue(value.value) };
    case 'list':
      return value.items.map(plainValue);
    case 'tuple':
      return Object.fromEntries(value.fields.names.map((name, at) => [name, plainValue(value.values[at] as Value)]));
  }
}

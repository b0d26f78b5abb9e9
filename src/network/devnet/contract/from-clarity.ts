import { entriesOfTuple, type Value } from '../../../clarity/values.js';

/** A Clarity value as JavaScript has it. */
export type ContractValue =
  | bigint
  | boolean
  | string
  | Uint8Array
  | null
  | readonly ContractValue[]
  | { readonly [name: string]: ContractValue };

/**
 * Converts a Clarity value: integers to bigint, buffers to Uint8Array, principals and strings to text, `none` to null, `(some x)` to x,
 * responses to `{ ok }` or `{ err }`, lists to arrays and tuples to objects.
 */
export function fromClarity(value: Value): ContractValue {
  switch (value.kind) {
    case 'int':
    case 'uint':
    case 'bool':
      return value.value;
    case 'utf8':
      return value.characters.join('');
    case 'ascii':
      return value.text;
    case 'buffer':
      return Uint8Array.from(value.bytes);
    case 'principal':
      return value.text;
    case 'callable':
      return value.contract.text;
    case 'optional':
      return value.value === undefined ? null : fromClarity(value.value);
    case 'response':
      return { [value.isOk ? 'ok' : 'err']: fromClarity(value.value) };
    case 'list':
      return value.items.map(fromClarity);
    case 'tuple':
      return Object.fromEntries(entriesOfTuple(value).map(([name, inner]) => [name, fromClarity(inner)]));
  }
}

import { formatPrincipal } from '../../../stacks/codec.js';
import type { ClarityValue } from '../../../stacks/values.js';

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
export function fromClarity(value: ClarityValue): ContractValue {
  switch (value.type) {
    case 'int':
    case 'uint':
    case 'bool':
    case 'string-utf8':
      return value.value;
    case 'buffer':
      return Uint8Array.from(value.value);
    case 'string-ascii':
      return Buffer.from(value.value).toString('latin1');
    case 'principal':
      return formatPrincipal(value.value);
    case 'none':
      return null;
    case 'some':
      return fromClarity(value.value);
    case 'ok':
    case 'err':
      return { [value.type]: fromClarity(value.value) };
    case 'list':
      return value.items.map(fromClarity);
    case 'tuple':
      return Object.fromEntries(value.fields.map(([name, inner]) => [name, fromClarity(inner)]));
  }
}

import type { Node } from '../syntax/node.js';
import { PrincipalValue } from '../values/value.js';

/** The contract that a node names; undefined for other nodes. */
export function contractIn({ value, trait }: Node): string | undefined {
  if (trait !== undefined && 'contract' in trait) return trait.contract;
  return value instanceof PrincipalValue && value.name !== undefined ? value.text : undefined;
}
